/**
 * The situations of test/fixtures/cases, each through the public interface. They are in the words of their reports;
 * `SAYS` translates them. A row that needs an artifact, an event channel, a delivery or a large file is listed with
 * where it belongs, so that none is dropped in silence.
 */

import { readFileSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MemoryRegistry, createSweeper, decide, explainDecision } from "../../src/agents/index.ts";
import type { Decision, Run, RunStatus, SweeperOptions } from "../../src/agents/index.ts";
import { asNumber, asObject, asString } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import { START, assistant, entries, header, user } from "../support/openclaw-records.ts";
import { CUT, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../support/run-facts.ts";

/** The reports' words for an outcome, in ours. */
const SAYS: ReadonlyMap<unknown, Decision["kind"]> = new Map([
  ["ok", "ok"],
  ["failed", "error"],
  ["pending", "wait"],
  ["no-op", "leave"],
]);

/** Rows that are shown elsewhere: what they need, and the issue that brings it. */
const ELSEWHERE: readonly [RegExp, string][] = [
  [/^AR-/, "stopped-session/situations.test.ts: result artifacts"],
  [/^EV-/, "stopped-session/situations.test.ts: the event channel"],
  [/^UX-0[35]$/, "stopped-session/situations.test.ts: the words for a stopped session"],
  [/^RG-11$/, "issue 4: delivery, once by its key"],
  [/^PF-0[134]$/, "the judge's own tests and the benchmarks: the size of one transcript"],
];

interface Row {
  readonly id: string;
  readonly input: JsonObject;
  readonly expect: JsonObject;
}

const rows: readonly Row[] = readFileSync(
  new URL("../fixtures/cases/situations.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

/** The entry of an OpenClaw registry, as far as these rows have it, as a run. */
function runIn({ input }: Row, over: Partial<Run> = {}): Run {
  const entry = asObject(input["entry"]) ?? {};
  const status = asString(asObject(entry["execution"])?.["status"]) as RunStatus;
  const text = asString(asObject(entry["completion"])?.["resultText"]);
  const settled = entry["outcome"] !== undefined || text !== undefined;
  return {
    runId: String(entry["runId"]),
    generation: 1,
    status: settled ? "ended" : status,
    childSessionKey: String(entry["childSessionKey"]),
    requesterSessionKey: String(entry["requesterSessionKey"]),
    createdAt: Number(entry["createdAt"]),
    startedAt: Number(entry["startedAt"]),
    ...over,
  };
}

/** A transcript in a folder, written at the run's start and quiet since. */
function quiet(content: string, startedAt: number): string {
  const path = new Folder().write("child.jsonl", content);
  utimesSync(path, startedAt / 1_000, startedAt / 1_000);
  return path;
}

/** The answered transcript, at the time of the rows' runs. */
function answeredAt(startedAt: number): string {
  const shifted = [user("Count."), assistant("Three.")].map((record, n) => ({
    ...record,
    timestamp: new Date(startedAt + (n + 1) * 1_000).toISOString(),
  }));
  return lines(entries(header, ...shifted));
}

const HOUR_MS = 3_600_000;

/** One sweep over these runs, long after they began. */
async function swept(runs: readonly Run[], over: Partial<SweeperOptions> = {}) {
  const registry = new MemoryRegistry(runs);
  const told: string[] = [];
  const sweeper = createSweeper({
    registry,
    clock: () => Math.max(...runs.map((run) => run.startedAt ?? 0)) + HOUR_MS,
    onSettled: ({ runId }) => void told.push(runId),
    ...over,
  });
  const { runs: done, failures } = await sweeper.sweepOnce();
  return { registry, sweeper, told, done, failures };
}

/** How each row is brought about, and what more must hold; it comes to a decision's kind. */
const SHOWN: Readonly<Record<string, (row: Row) => Decision["kind"] | Promise<Decision["kind"]>>> = {
  "RG-01": (row) => {
    const run = runIn(row);
    return decide(run, evidenceOf(), run.createdAt + Number(row.input["ageMs"])).kind;
  },
  "RG-02": (row) => {
    const modifiedAt = Number(row.input["transcriptMtime"]);
    const decisions = [true, false].map((childAlive) =>
      decide(
        runIn(row),
        evidenceOf({ childAlive, ...transcriptOf(CUT, { modifiedAt }) }),
        Number(row.input["sweepAt"]),
      ),
    );
    expect(decisions).toMatchObject([
      { kind: "wait", rule: 4 },
      { kind: "wait", rule: 4 },
    ]);
    return "wait";
  },
  "RG-04": async (row) => {
    const run = runIn(row);
    const transcript = quiet(answeredAt(run.createdAt), run.createdAt);
    const registry = new MemoryRegistry([{ ...run, transcript }]);
    const told: string[] = [];
    const clock = () => run.createdAt + HOUR_MS;
    const onSettled = ({ runId }: Run) => void told.push(runId);
    const sweepers = [10, 11].map(() => createSweeper({ registry, clock, onSettled }));
    const sweeps = await Promise.all(sweepers.map((sweeper) => sweeper.sweepOnce()));
    const written = sweeps.flatMap(({ runs }) => runs.map((one) => one.written?.kind));
    expect(new Set(written)).toEqual(new Set(["lost", "settled"]));
    expect(told).toHaveLength(Number(row.expect["deliveries"]));
    return registry.settlementOf(run.runId)?.kind ?? "leave";
  },
  "RG-06": (row) => {
    const entry = asObject(row.input["entry"]);
    const late = asObject(row.input["lateCompletion"]);
    const run = runIn(row, { killedAt: Number(entry?.["cleanupCompletedAt"]) });
    const verdict = { ...TERMINAL, text: String(late?.["text"]) };
    const decision = decide(run, evidenceOf(transcriptOf(verdict)), Number(late?.["at"]) + HOUR_MS);
    expect(decision).toMatchObject({ reason: row.expect["reason"], salvage: row.expect["salvageText"] });
    return decision.kind;
  },
  "RG-07": (row) => {
    // Not resumed: its evidence is read once, and the reason is the transcript's own, not its age.
    const verdict = { ...CUT, reason: "open-tool-call" } as const;
    const run = runIn(row);
    const decision = decide(
      run,
      evidenceOf({ canBeWoken: true, ...transcriptOf(verdict) }),
      run.createdAt + Number(row.input["downtimeMs"]),
    );
    expect(decision).toMatchObject({
      rule: 10,
      reason: asObject(row.input["transcriptVerdict"])?.["reason"],
    });
    return decision.kind;
  },
  "RG-08": async (row) => {
    const run = runIn(row);
    const path = quiet(answeredAt(run.createdAt), run.createdAt);
    const { done } = await swept([run], { sessionEntry: () => null, locateTranscript: () => path });
    expect(done[0]?.decision).toMatchObject({ source: "sweeper-lost-context-recovered" });
    return done[0]?.decision.kind ?? "leave";
  },
  "RG-12": async (row) => {
    const run = runIn(row);
    expect(run).not.toHaveProperty("childSessionId");
    const { done, told } = await swept([run], { sessionEntry: () => null });
    expect(done[0]?.decision).toMatchObject({ reason: "missing" });
    expect(told).toHaveLength(Number(row.expect["deliveries"]));
    return done[0]?.decision.kind ?? "leave";
  },
  "RG-13": async (row) => {
    const folder = new Folder();
    const empty = quiet(lines(entries(header)), START);
    const run = runIn(row);
    const decided = async (path: string) => {
      const { done } = await swept([run], { locateTranscript: () => path });
      return done[0]?.decision;
    };
    expect(await decided(empty)).toMatchObject({ reason: "empty-history" });
    expect(await decided(folder.path)).toMatchObject({ reason: "unreadable" });
    const busy = (): never => {
      throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    };
    const { done } = await swept([run], { locateTranscript: busy });
    expect(done[0]?.decision).toMatchObject({ kind: "wait" });
    const missing = await decided(folder.at("x.jsonl"));
    expect(missing).toMatchObject({ reason: "missing" });
    return missing?.kind ?? "leave";
  },
  "RG-14": async (row) => {
    const run = runIn(row);
    const now = run.createdAt + Number(row.input["ageMs"]);
    const { done } = await swept([run], { clock: () => now });
    expect(done).toEqual([]);
    return decide(run, evidenceOf(transcriptOf(TERMINAL)), now).kind;
  },
  "RG-15": (row) => {
    const restoredAt = Number(row.input["restoredAt"]);
    const run = runIn(row, { restoredAt });
    const decision = decide(run, evidenceOf(), Number(row.input["sweepAt"]), { graceMs: 60_000 });
    expect(decision).toMatchObject({ rule: 1, until: restoredAt + 60_000 });
    return decision.kind;
  },
  "RG-16": (row) => {
    const heartbeatAt = asNumber(asObject(row.input["owner"])?.["heartbeatAt"]) ?? 0;
    const run = runIn(row, { owner: { pid: 10, heartbeatAt } });
    return decide(run, evidenceOf(), Number(row.input["sweepAt"])).kind;
  },
  "RG-18": async () => {
    const registry = new MemoryRegistry([runOf()]);
    let reads = 0;
    const sweeper = createSweeper({
      clock: () => START + HOUR_MS,
      registry: {
        listStale: async (query) => {
          reads += 1;
          if (reads === 1) throw new Error("sqlite read failed");
          return registry.listStale(query);
        },
        settle: (request) => registry.settle(request),
      },
    });
    expect((await sweeper.sweepOnce()).failures).toHaveLength(1);
    const kind = registry.get("run-1")?.status === "running" ? "wait" : "error";
    await sweeper.sweepOnce();
    expect(registry.get("run-1")?.status).toBe("ended");
    return kind;
  },
  "RG-19": (row) => {
    const run = runIn(row);
    const expired = run.createdAt + Number(row.input["waitTimeoutS"]) * 1_000;
    expect(expired).toBeLessThan(run.startedAt ?? 0);
    return decide(run, evidenceOf(), expired).kind;
  },
  "PF-05": async () => {
    const ended = Array.from({ length: 7_680 }, (_, n) => runOf({ runId: `ended-${n}`, status: "ended" }));
    const stale = Array.from({ length: 20 }, (_, n) => runOf({ runId: `stale-${n}` }));
    const path = quiet(ANSWERED, START);
    const opened: string[] = [];
    const locateTranscript = ({ runId }: Run) => {
      opened.push(runId);
      return path;
    };
    const { done } = await swept([...ended, ...stale], { locateTranscript });
    expect(opened.toSorted()).toEqual(stale.map(({ runId }) => runId).toSorted());
    expect(done).toHaveLength(20);
    return decide(runOf({ status: "ended" }), evidenceOf(), START + HOUR_MS).kind;
  },
  "PF-07": async (row) => {
    const resultBytesMax = Number(row.input["maxResultBytes"]);
    const text = "é".repeat(6 * 1024 * 1024);
    const path = quiet(lines(entries(header, user("Write."), assistant(text))), START);
    const run = runOf({ transcript: path });
    const { registry, done } = await swept([run], { policy: { resultBytesMax } });
    const settlement = registry.settlementOf(run.runId);
    expect(settlement?.result).toMatchObject({
      bytes: 12 * 1024 * 1024,
      truncated: row.expect["truncated"],
      path,
    });
    expect(settlement?.result?.text === text.slice(0, resultBytesMax / 2)).toBe(true);
    return done[0]?.decision.kind ?? "leave";
  },
  "UX-01": async () => {
    const path = quiet(CUT_IN_TOOL, START);
    const run = runOf({ transcript: path });
    const { done } = await swept([run]);
    const decision = done[0]?.decision;
    if (decision === undefined) return "leave";
    const text = explainDecision(run, decision);
    for (const fact of [
      "run-1: error",
      "trailing-tool-result: ",
      "would have been accepted",
      `evidence: ${path}, line 4, byte `,
      "last tool: exec",
      `next: lastword explain ${path}`,
    ]) {
      expect(text).toContain(fact);
    }
    return decision.kind;
  },
  // What an operator does with a delivery that is blocked is issue 4; here: it is not decided a second time.
  "UX-02": (row) => decide(runIn(row), evidenceOf(transcriptOf(CUT)), START + HOUR_MS).kind,
  // Giving up a delivery is issue 4; here: an error without a result says whether there was any text.
  "UX-06": (row) => {
    const run = runIn(row);
    const now = run.createdAt + 48 * HOUR_MS;
    const explained = (reason: "silent-reply" | "no-visible-text") => {
      const verdict = { kind: "unfinished", reason, warnings: [] } as const;
      return explainDecision(run, decide(run, evidenceOf(transcriptOf(verdict)), now));
    };
    expect(explained("silent-reply")).toContain("text: none, silent by design");
    expect(explained("no-visible-text")).toContain("text: none was written");
    const decision = decide(run, evidenceOf(transcriptOf(PARKED)), now);
    expect(explainDecision(run, decision)).toContain("text: 22 bytes kept as salvage");
    return decision.kind;
  },
};

test("every situation is shown here, or listed with where it is", () => {
  const here = Object.keys(SHOWN);
  const unclaimed = rows.filter(({ id }) => !here.includes(id) && !ELSEWHERE.some(([ids]) => ids.test(id)));
  const twice = here.filter((id) => ELSEWHERE.some(([ids]) => ids.test(id)));
  expect({ unclaimed, twice }).toEqual({ unclaimed: [], twice: [] });
  expect(here.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
});

describe("situations", () => {
  test.each(rows.filter(({ id }) => SHOWN[id] !== undefined))("$id: $why", async (row) => {
    expect(await SHOWN[row.id]?.(row)).toBe(SAYS.get(row.expect["verdict"]));
  });
});
