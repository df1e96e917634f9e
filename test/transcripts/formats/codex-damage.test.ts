/** Codex rollouts in which a record was lost to damage: work is not known to be over because of that. */

import { describe, expect, test } from "vitest";
import { codexLinesOf, codexRecords } from "../../support/codex-records.ts";
import type { CodexRecord } from "../../support/codex-records.ts";
import { verdictOf } from "../../support/judged.ts";

const { call, complete, event, meta, output, say, started, user } = codexRecords;
const DONE = "terminal final-answer: Done.";
const spawned = '{"agent_id":"agent-1","nickname":"A"}';

/** Two turns: the first spawns an agent, the second answers. The lines given by number are lost. */
function withoutLines(...lost: readonly number[]): string {
  const records: CodexRecord[] = [
    meta(),
    started("u1"),
    user("Do it"),
    call("c1", "spawn_agent"),
    output("c1", spawned),
    say("Started."),
    complete("u1", "Started."),
    started("u2"),
    user("And now?"),
    say("Done."),
    complete("u2", "Done."),
  ];
  return verdictOf(
    codexLinesOf(records).map((line, index) => (lost.includes(index) ? "\0".repeat(50) : line)),
  );
}

describe("an agent that was spawned in an earlier turn", () => {
  test("is open work, whether its call, its report or neither was lost", () => {
    expect(withoutLines()).toBe("parked background-work");
    expect(withoutLines(3)).toBe("parked background-work");
    expect(withoutLines(4)).toBe("parked background-work");
  });

  test("is not known of where both were lost", () => {
    expect(withoutLines(3, 4)).toBe(DONE);
  });
});

test("an output of another tool that tells of an agent's state launches nothing, though its call was lost", () => {
  const records = [
    meta(),
    started(),
    user("Do it"),
    output("c1", '{"agent_id":"agent-1","status":"completed"}'),
    say("Done."),
    complete("u1", "Done."),
  ];
  expect(verdictOf(codexLinesOf(records))).toBe(DONE);
});

test("behind a turn that a fork replays an input is the child's", () => {
  const records = [
    meta("child"),
    meta("parent"),
    started("p1", { started_at: 1 }),
    user("Theirs"),
    say("Their answer."),
    complete("p1", "Their answer."),
    event("user_message", { message: "Ours" }),
  ];
  expect(verdictOf(codexLinesOf(records))).toBe("indeterminate stop-not-recorded");
  expect(verdictOf(codexLinesOf(records.slice(0, -1)))).toBe("unfinished empty-history");
});
