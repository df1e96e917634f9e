/** The laws that keep every verdict honest, on generated rollouts: see laws.test.ts for OpenClaw's. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeTranscriptSync } from "../../../src/transcripts/index.ts";
import type { JudgeOptions } from "../../../src/transcripts/index.ts";
import { asObject } from "../../../src/transcripts/json.ts";
import { CODEX_MIDDLE, CODEX_SESSION, codexLines } from "../../support/codex-arbitrary.ts";
import { codexRecords, judgeCodex } from "../../support/codex-records.ts";
import type { CodexRecord } from "../../support/codex-records.ts";
import { fileOf, said } from "../../support/judged.ts";

const options: fc.Arbitrary<JudgeOptions> = fc.record(
  {
    since: fc.constantFrom(CODEX_MIDDLE, CODEX_MIDDLE - 60_000),
    sessionId: fc.constantFrom(CODEX_SESSION, "s-2"),
    descendantsKnown: fc.constant(true),
    acceptUnrecordedStop: fc.constant(true),
    windowBytes: fc.constantFrom(400, 1_500, 64 * 1024),
  },
  { requiredKeys: ["windowBytes"] },
);

test("a reading from the tail says what a reading from the start says", () => {
  fc.assert(
    fc.property(codexLines, options, fc.boolean(), (lines, chosen, newline) => {
      const path = fileOf(lines.join("\n") + (newline ? "\n" : ""));
      const forward = said(judgeTranscriptSync(path, chosen));
      expect(said(judgeTranscriptSync(path, { ...chosen, wholeBytesMax: 1 }))).toEqual(forward);
    }),
    { numRuns: Number(process.env["LAW_RUNS"] ?? 3_000) },
  );
});

test("a rollout that is cut anywhere is never more finished than what was cut off allows", () => {
  fc.assert(
    fc.property(codexLines, (lines) => {
      const ends = lines.filter((line) => /"(?:task|turn)_complete"/.test(line)).length;
      const verdict = judgeTranscriptSync(fileOf(lines.join("\n")));
      if (ends === 0) expect(verdict.kind).not.toBe("terminal");
    }),
    { numRuns: 1_000 },
  );
});

describe("found by drawing: from the tail it says what it says from the start", () => {
  const { call, complete, event, item, meta, output, say, started, tokens, user } = codexRecords;
  const of = (turn: string, record: CodexRecord): CodexRecord => ({
    ...record,
    payload: { ...asObject(record["payload"]), turn_id: turn },
  });

  test("an output that names an agent, with its call out of view", () => {
    const pairs = ["d1", "d2"].flatMap((id) => [say(`Now ${id}.`), call(id), output(id)]);
    const report = output("c1", '{"agent_id":"agent-1","nickname":"A"}');
    const records = (name: string): CodexRecord[] => [
      meta(),
      started(),
      ...[user("Do it"), call("c1", name), report, ...pairs, tokens(), tokens(), tokens(), say("Done.")].map(
        (one) => of("u1", one),
      ),
      complete("u1", "Done."),
    ];
    expect(judgeCodex(records("shell"), { windowBytes: 400 }).kind).toBe("terminal");
    expect(judgeCodex(records("spawn_agent"), { windowBytes: 400 }).kind).toBe("parked");
  });

  test("an interruption told twice, the second time by another turn's name", () => {
    const records = [
      meta(),
      complete("u2", "Done."),
      say("Done."),
      call("c1"),
      output("c1"),
      say("Done."),
      item("message", {
        role: "user",
        content: [{ type: "input_text", text: "<turn_aborted>x</turn_aborted>" }],
      }),
      event("turn_aborted", { turn_id: "u1" }),
    ];
    const { reason, at } = judgeCodex(records, { windowBytes: 400 });
    expect({ reason, ordinal: at?.entryId }).toEqual({ reason: "stopped-aborted", ordinal: "6" });
  });
});
