/** Codex rollouts as files: forks, old writers, damage, recordings and cases. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fixtures, rowsOf } from "../../support/fixture-rows.ts";
import type { Case, Recording } from "../../support/fixture-rows.ts";
import { CODEX_START, codexLinesOf, codexRecords, judgeCodex as judge } from "../../support/codex-records.ts";
import type { CodexRecord } from "../../support/codex-records.ts";
import { judged } from "../../support/judged.ts";

const { aborted, call, complete, event, meta, output, say, started, user } = codexRecords;

const opening = [meta(), started(), user("Do it")];

describe("forks and sessions", () => {
  const own = "019d3a00-0000-7000-8000-000000000000";
  const older = "019d39ff-0000-7000-8000-000000000000";
  const newer = "019d3a00-0001-7000-8000-000000000000";
  const replay = (turn: string) => [
    meta(older),
    started(turn),
    user("The parent's task"),
    call("c1", "exec_command"),
    output("c1", "Process running with session ID 7"),
    say("The parent's answer."),
    complete(turn, "The parent's answer."),
  ];

  test("the first session_meta is the file's own", () => {
    const records = [meta(own), ...replay(older), started(newer), complete(newer, "Mine.")];
    expect(judge(records, { sessionId: own })).toMatchObject({ kind: "terminal", text: "Mine." });
    expect(judge(records, { sessionId: older })).toMatchObject({ reason: "foreign-transcript" });
  });

  test("the parent's turns, work and words are not the child's", () => {
    const verdict = judge([meta(own), ...replay(older)]);
    expect(verdict).toMatchObject({ kind: "unfinished", reason: "empty-history" });
    expect(verdict).not.toHaveProperty("salvage");
    const begun = judge([meta(own), ...replay(older), started(newer), user("Your task")]);
    expect(begun).toMatchObject({ kind: "unfinished" });
    expect(begun).not.toHaveProperty("salvage");
  });

  test("a turn as old as the session is its own", () => {
    expect(judge([meta(own), ...replay(older), started(own), complete(own, "Mine.")])).toMatchObject({
      text: "Mine.",
    });
  });

  test("without such ids the turn must start later than the replay's header", () => {
    const times = (second: number, records: readonly CodexRecord[]) =>
      records.map((one) => ({ ...one, timestamp: new Date(CODEX_START + second * 1000).toISOString() }));
    const replayed = times(5, replay("u0"));
    expect(judge([...times(5, [meta("t1")]), ...replayed])).toMatchObject({ reason: "empty-history" });
    const mine = [started("u1"), complete("u1", "Mine.")];
    expect(judge([...times(5, [meta("t1")]), ...replayed, ...times(6, mine)])).toMatchObject({
      text: "Mine.",
    });
    const renewed = started("u0", { started_at: CODEX_START / 1000 - 60 });
    expect(
      judge([...times(5, [meta("t1"), meta("t0")]), ...times(6, [renewed, complete("u0", "Old.")])]),
    ).toMatchObject({
      reason: "empty-history",
    });
  });

  test("a named parent is enough to know an older turn by", () => {
    const [, ...turns] = replay(older);
    expect(judge([meta(own, { forked_from_id: older }), ...turns])).toMatchObject({
      reason: "empty-history",
    });
  });

  test("a fork with a base holds its own records alone", () => {
    const based = meta(own, {
      forked_from_id: older,
      history_base: { thread_id: older, end_ordinal_exclusive: 9 },
    });
    expect(judge([based, started(newer), complete(newer, "Mine.")])).toMatchObject({
      kind: "terminal",
      text: "Mine.",
    });
  });

  test("records that the header says are copies", () => {
    const copied = meta(own, { thread_source: "subagent", subagent_history_start_ordinal: 3 });
    expect(judge([copied, started("u0"), complete("u0", "The parent's.")])).toMatchObject({
      reason: "empty-history",
    });
    expect(
      judge([copied, started("u0"), complete("u0", "The parent's."), started("u1"), complete("u1", "Mine.")]),
    ).toMatchObject({ kind: "terminal", text: "Mine." });
  });

  test("the own header again, on a resume, is no replay", () => {
    expect(
      judge([...opening, complete("u1", "Done."), meta(), user("<environment_context/>")]),
    ).toMatchObject({
      kind: "terminal",
    });
  });
});

describe("writers that record no ends", () => {
  const old = [
    meta("t1", { cli_version: "0.60.1" }),
    user("Do it"),
    event("user_message", { message: "Do it" }),
  ];

  test("nothing is proved", () => {
    expect(judge([...old, event("agent_message", { message: "Done." }), say("Done.")])).toMatchObject({
      kind: "indeterminate",
      reason: "stop-not-recorded",
      salvage: { text: "Done." },
    });
    expect(judge([...old, say("Looking."), call("c1")])).toMatchObject({ reason: "stop-not-recorded" });
    expect(judge(old.slice(0, 1))).toMatchObject({ reason: "empty-history" });
  });

  test("words that only an event recorded are kept", () => {
    expect(judge([...old, event("agent_message", { message: "Cut in the mid" })])).toMatchObject({
      kind: "indeterminate",
      salvage: { text: "Cut in the mid" },
    });
  });

  test("an interruption is proved, until the next input", () => {
    const stopped = [...old, call("c1"), output("c1", "aborted by user"), aborted()];
    expect(judge(stopped)).toMatchObject({ kind: "unfinished", reason: "stopped-aborted" });
    expect(judge([...stopped, user("Again")])).toMatchObject({ reason: "stop-not-recorded" });
    expect(judge([...stopped, user("Again"), say("Done.")])).toMatchObject({ reason: "stop-not-recorded" });
  });

  test("also where it names a turn that nothing began", () => {
    const stopped = [...old, call("c1"), output("c1", "aborted by user"), aborted("u1")];
    expect(judge(stopped)).toMatchObject({ kind: "unfinished", reason: "stopped-aborted" });
    const again = [...stopped, user("Again"), say("Half")];
    expect(judge(again)).toMatchObject({ reason: "stop-not-recorded" });
    expect(judge([...again, aborted("u2")])).toMatchObject({
      reason: "stopped-aborted",
      salvage: { text: "Half" },
    });
  });

  test("a newer program that resumes the session proves its own turns", () => {
    const resumed = [...old, say("Done."), started("u1"), user("More")];
    expect(judge(resumed)).toMatchObject({ kind: "unfinished" });
    expect(judge([...resumed, say("More done."), complete("u1", "More done.")])).toMatchObject({
      kind: "terminal",
    });
  });
});

describe("damage", () => {
  const lines = codexLinesOf([...opening, say("Done."), complete("u1", "Done.")]);
  const torn = (remains: string) => judged([...lines, remains].join("\n"));
  const beginning = '{"timestamp":"2026-11-01T10:01:00.000Z","type":';

  test("a torn record of a kind that changes nothing", () => {
    for (const remains of [
      `${beginning}"event_msg","payload":{"type":"token_count","info":{"total`,
      `${beginning}"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"c`,
      `${beginning}"turn_context","payload":{"turn_id":"u`,
      `${beginning}"response_item","payload":{"type":"reasoning","summ`,
      `${beginning}"response_item","payload":{"type":"message","role":"developer","content":[{"ty`,
    ]) {
      expect(torn(remains)).toMatchObject({ kind: "terminal", text: "Done." });
    }
  });

  test("a torn record that may have been anything", () => {
    for (const remains of [
      '{"timest',
      `${beginning}"event_msg","payl`,
      `${beginning}"event_msg","payload":{"type":"task_star`,
      `${beginning}"event_msg","payload":{"type":"task_started","turn_id":"u`,
      `${beginning}"event_msg","payload":{"type":"item_completed","item":{"ty`,
      `${beginning}"response_item","payload":{"type":"message","role":"user","content":[{"ty`,
      `${beginning}"session_meta","payload":{"id":"t`,
    ]) {
      expect(torn(remains)).toMatchObject({ kind: "indeterminate", reason: "torn-tail" });
    }
  });

  test("two whole records on one line are two records", () => {
    const joined = `${lines.slice(0, -2).join("\n")}\n${lines.slice(-2).join("")}\n`;
    expect(judged(joined)).toMatchObject({ kind: "terminal", warnings: [{ code: "joined-records" }] });
  });
});

describe("recordings", () => {
  const rows = rowsOf<Recording>("recordings/index.jsonl").filter(({ agent }) => agent === "codex");

  test.each(rows)("$file", ({ file, expect: kinds, text }) => {
    const verdict = judged(readFileSync(new URL(`recordings/${file}`, fixtures), "utf8"));
    expect(kinds).toContain(verdict.kind);
    expect(verdict.warnings).toEqual([]);
    if (verdict.kind === "terminal") expect(verdict.text).toBe(text);
  });

  test("cut behind any record, a recording is finished only where a turn's end is its last", () => {
    for (const { file } of rows) {
      const lines = readFileSync(new URL(`recordings/${file}`, fixtures), "utf8")
        .trim()
        .split("\n");
      for (let count = 1; count < lines.length; count += 1) {
        const kept = lines.slice(0, count);
        const turns = kept.filter((line) => /"type":"task_(?:started|complete)"/.test(line));
        const verdict = judged(kept.join("\n"));
        if (verdict.kind === "terminal") expect(turns.at(-1)).toContain('"type":"task_complete"');
      }
    }
  });
});

describe("cases", () => {
  const cases = rowsOf<Case>("cases/transcripts.jsonl").filter(({ format }) => format === "codex");

  test.each(cases)("$id", ({ lines, finalNewline, options = {}, expect: expected }) => {
    const verdict = judged(lines.join("\n") + (finalNewline === false ? "" : "\n"), options);
    expect(verdict).toMatchObject({ kind: expected.kind, reason: expected.reason });
    if (expected.text !== undefined) expect(verdict).toMatchObject({ text: expected.text });
    const salvaged = verdict.kind === "terminal" ? undefined : verdict.salvage?.text;
    if (expected.salvage !== undefined) expect(salvaged).toBe(expected.salvage);
    const warned = verdict.warnings.map(({ code, line }) => `${code}:${line ?? ""}`);
    for (const warning of expected.warnings ?? []) expect(warned).toContain(warning);
  });
});
