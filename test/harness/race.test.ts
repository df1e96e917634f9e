/** The race of the bench, with made-up peers: who disagrees, who is missing, who is left out, and the table. Never a number. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { contest } from "../../harness/bench/contest.ts";
import { main } from "../../harness/bench/main.ts";
import { parseLines, parseWhole } from "../../harness/bench/plain.ts";
import { AGENT_SDK, findAgentSdk } from "../../harness/bench/race/agent-sdk.ts";
import { agree } from "../../harness/bench/race/agree.ts";
import { Appender } from "../../harness/bench/race/append.ts";
import { makeFiles } from "../../harness/bench/race/files.ts";
import { findJq } from "../../harness/bench/race/jq.ts";
import type { Lap } from "../../harness/bench/race/lap.ts";
import { oursInAll, plainWays } from "../../harness/bench/race/ours.ts";
import { PI, findPi } from "../../harness/bench/race/pi.ts";
import { raceTable } from "../../harness/bench/race/table.ts";
import { RACE_FORMATS, each } from "../../harness/bench/race/way.ts";
import type { Peer, RaceFormat, Way } from "../../harness/bench/race/way.ts";
import { Workshop } from "../../harness/bench/workshop.ts";
import { folderOf } from "../../harness/packages.ts";
import type { ProgramPackage } from "../../harness/packages.ts";
import { judgeTranscriptSync } from "../../src/transcripts/index.ts";
import { harnessRun } from "../support/harness-run.ts";
import type { HarnessRun } from "../support/harness-run.ts";

/** It builds, and starts compilers on two cores that others may be at. */
const RACE_MS_MAX = 120_000;
const JUDGING = { judgeTranscriptSync };

/** A temporary folder of its own: the bench's own test, in another process, counts what is left in the usual one. */
const TEMPORARY = mkdtempSync(join(tmpdir(), "lastword-race-"));
beforeAll(() => void (process.env["TMPDIR"] = TEMPORARY));
afterAll(() => rmSync(TEMPORARY, { recursive: true, force: true }));

async function race(peers: readonly Peer[], ...args: readonly string[]): Promise<HarnessRun> {
  const finders = peers.map((peer) => async () => peer);
  return harnessRun(async (io) => main(["--quick", "--only", "race", ...args], io, finders));
}

function ready(over: Partial<Way>): Peer {
  const way = { name: "made-up 1.0.0", format: "openclaw", read: each(parseWhole), ...over } as const;
  return { kind: "ready", ways: [way], from: "made-up is made up" };
}

function workshop(): Workshop {
  const made = new Workshop();
  onTestFinished(() => made.remove());
  return made;
}

function probes(format: RaceFormat) {
  return makeFiles(workshop(), "probes", format, { count: 3, bytesMin: 20_000 });
}

test(
  "everyone who is there has a line at each size; who is missing is told, who cannot is left out",
  async () => {
    const { code, out, err } = await race([
      ready({ limit: { bytesMax: 200_000, why: "it gives up" } }),
      { kind: "skipped", why: "another: npm could not install it" },
    ]);
    expect(code).toBe(0);
    expect(err).toContain("bench: skipped: another: npm could not install it\n");
    for (const line of [
      "race, 100 KB, times as long as lastword",
      "race, 1 MB, times as long as lastword",
      "race, 12 x 20 KB, times as long as lastword",
      "race, 1 MB, one record more, times as long as at 100 KB",
      "readline, JSON.parse",
      "Left out at 1 MB: made-up 1.0.0; it gives up.\n",
      "made-up is made up.\n",
    ]) {
      expect(out).toContain(line);
    }
    expect(out.split("\n").filter((line) => line.length > 80 && !line.includes("CPUs"))).toEqual([]);
    expect(out.match(/^ {2}made-up 1\.0\.0 /gm)).toHaveLength(2);
  },
  RACE_MS_MAX,
);

test(
  "as data",
  async () => {
    const data: unknown = JSON.parse((await race([], "--json")).out);
    expect(data).toMatchObject({ rows: [], race: { peers: [] } });
    expect(data).toHaveProperty("race.laps.0.way", "lastword");
    expect(data).toHaveProperty("race.laps.0.found.measured.median");
  },
  RACE_MS_MAX,
);

describe("agreement", () => {
  test("a peer that tells of a run what is not so ends the race, and leaves nothing behind", async () => {
    await expect(race([ready({ read: each(() => true) })])).rejects.toThrow(
      /^made-up 1\.0\.0 says that .* ended with an answer, and it is not so$/,
    );
    expect(readdirSync(TEMPORARY)).toEqual([]);
  });

  test("one that tells less than it was asked, too; one that tells nothing of the end may race", async () => {
    const files = probes("openclaw");
    const way = { name: "w", format: "openclaw" } as const;
    await expect(agree({ ...way, read: () => [] }, files)).rejects.toThrow(
      "w was given 3 files, and told of 0",
    );
    await expect(agree({ ...way, read: each(() => false) }, files)).rejects.toThrow("ended without one");
    await expect(agree({ ...way, read: each(() => undefined) }, files)).resolves.toBeUndefined();
  });

  test.each(RACE_FORMATS)("ours, and what one would write oneself, tell it right: %s", async (format) => {
    const files = probes(format);
    expect(files.map(({ answered }) => answered)).toEqual([true, false, false]);
    const ways = [...oursInAll(JUDGING), ...plainWays(JUDGING)].filter((way) => way.format === format);
    for (const way of ways) await agree(way, files);
  });

  test("one parsed whole tells the same as line by line", async () => {
    for (const { path, answered } of probes("openclaw")) {
      expect([parseWhole(path), await parseLines(path)]).toEqual([answered, answered]);
    }
  });
});

describe("peers", () => {
  const failed = async () => ({ kind: "failed", detail: "npm could not install it: offline" }) as const;

  test("one that cannot be installed is skipped, with the reason", async () => {
    expect(await findPi(failed)).toEqual({ kind: "skipped", why: "pi: npm could not install it: offline" });
    expect(await findAgentSdk(failed)).toEqual({
      kind: "skipped",
      why: "Agent SDK: npm could not install it: offline",
    });
  });

  test("one that this machine does not have is skipped", async () => {
    expect(await findJq("no-such-jq")).toMatchObject({
      kind: "skipped",
      why: expect.stringContaining("no-such-jq"),
    });
  });

  /** Only what is there already: a test fetches nothing. */
  const isThere = (wanted: ProgramPackage): boolean =>
    existsSync(join(folderOf(wanted), "node_modules", wanted.name, "package.json"));
  const there = async (wanted: ProgramPackage) => ({ kind: "installed", folder: folderOf(wanted) }) as const;
  const holdTo = async (peer: Peer): Promise<void> => {
    if (peer.kind === "skipped") throw new Error(peer.why);
    for (const way of peer.ways) {
      await agree(way, probes(way.format));
      expect(way.name.length).toBeLessThanOrEqual(40);
    }
  };

  test.runIf(isThere(PI))("pi's reader tells it right", async () => holdTo(await findPi(there)));

  test.runIf(isThere(AGENT_SDK))(
    "the Agent SDK's tells it right, and leaves the environment alone",
    async () => {
      const before = process.env["CLAUDE_CONFIG_DIR"];
      await holdTo(await findAgentSdk(there));
      expect(process.env["CLAUDE_CONFIG_DIR"]).toBe(before);
    },
  );

  test("jq tells it right where it is, and what it took", async ({ skip }) => {
    const peer = await findJq();
    if (peer.kind === "skipped") return skip(peer.why);
    await holdTo(peer);
    expect(peer.ways[0]?.elsewhereMs?.()).toBeGreaterThan(0);
  });
});

test("a file that goes on ends with an answer each time, and every record hangs on the one before", () => {
  const [file] = probes("openclaw");
  const path = file?.path ?? "";
  const appender = new Appender(path);
  for (let count = 0; count < 3; count += 1) {
    appender.append();
    expect(judgeTranscriptSync(path)).toMatchObject({ kind: "terminal", warnings: [] });
  }
  expect(readFileSync(path, "utf8")).toContain("And 3 more.");
});

describe("a package", () => {
  const withSdk = async (source: string) => {
    const folder = mkdtempSync(join(TEMPORARY, "package-"));
    const inside = join(folder, "node_modules", AGENT_SDK.name);
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, "sdk.mjs"), source);
    const peer = await findAgentSdk(async () => ({ kind: "installed", folder }));
    rmSync(folder, { recursive: true });
    return peer;
  };

  test("that this Node cannot load is skipped, with the reason", async () => {
    const { kind, why } = { why: "", ...(await withSdk(`import { none } from "node:fs";`)) };
    expect(kind).toBe("skipped");
    expect(why).toMatch(/^Agent SDK: it cannot be loaded: .*none/);
  });

  test("that is no reader is not taken for one", async () => {
    expect(await withSdk("export const query = 1;")).toEqual({
      kind: "skipped",
      why: "Agent SDK: it reads no sessions",
    });
  });
});

test("what a run took in another process counts; a go is as many runs as it needs, told as one", async () => {
  let [now, runs] = [0, 0];
  const run = () => {
    runs += 1;
    now += 2;
  };
  const contender = { name: "a", run, goMsMin: 30, elsewhereMs: () => 3 };
  // One run, two, four: 35 ms.
  expect((await contest([contender], 2, () => now, 0)).get("a")).toEqual([5, 5]);
  expect(runs).toBe(14);
});

test("the README's table has a line a way and a column a file", () => {
  const measured = { median: 98_765, low: 12.34, high: 123_456 };
  const lap = { task: "read", files: "100 KB", way: "lastword" } as const;
  const laps: readonly Lap[] = [
    { ...lap, found: { kind: "measured", measured: { median: 85.23, low: 80, high: 90 }, unit: "us" } },
    { ...lap, way: "readFile", found: { kind: "measured", measured, unit: "x" } },
    { ...lap, way: "readFile", files: "1 GB", found: { kind: "left-out", why: "no string is so long" } },
    { ...lap, task: "again", files: "1 GB", found: { kind: "measured", measured, unit: "x" } },
  ];
  expect(raceTable(laps).split("\n")).toEqual([
    "|  | 100 KB | 1 GB |",
    "| --- | --: | --: |",
    "| *times as long as lastword* |  |  |",
    "| lastword | **85.2 us** (80 to 90) |  |",
    "| readFile | **98,800x** (12.3 to 123,000) | no string is so long |",
    "| *one record more, times as long as at 100 KB* |  |  |",
    "| lastword |  | **98,800x** (12.3 to 123,000) |",
    "",
  ]);
});

test("the README is not given a table of goals with most of them missing", async () => {
  const { code, err } = await harnessRun(async (io) => main(["--readme", "--only", "many"], io, []));
  expect(code).toBe(2);
  expect(err).toContain("--readme takes every part, or with --only the race or the goals");
});
