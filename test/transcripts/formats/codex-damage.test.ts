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

describe("damage in a turn that a fork replays may hide where a turn of its own began", () => {
  const running = "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n";
  const turn = (id: string, fields: object, ...between: readonly CodexRecord[]): CodexRecord[] => [
    started(id, { ...fields }),
    user("Do it"),
    ...between,
    say("Done."),
    complete(id, "Done."),
  ];
  const shell = [call("c1", "exec_command"), output("c1", running)];
  const theirs = { started_at: 1 };
  const verdict = (lost: number | undefined, ...turns: readonly CodexRecord[][]): string =>
    verdictOf(
      codexLinesOf([meta("child"), meta("parent"), ...turns.flat()]).map((line, index) =>
        index === lost ? "rubbish" : line,
      ),
    );

  test("work that was launched there is waited for", () => {
    const own = [turn("u1", {}, ...shell), turn("u2", {})];
    expect(verdict(undefined, ...own)).toBe("parked background-work");
    expect(verdict(2, ...own)).toBe("parked background-work");
    // Nothing is hidden where the turn is told to be the parent's.
    expect(verdict(undefined, turn("p1", theirs, ...shell), turn("u2", {}))).toBe(DONE);
  });

  test("words and ends there prove nothing, an input there is unanswered", () => {
    expect(verdict(3, turn("p1", theirs))).toBe("indeterminate corrupt-tail");
    expect(verdict(4, turn("p1", theirs), turn("u2", {}))).toBe(DONE);
    expect(verdict(3, turn("p1", theirs, user("Ours?")))).toBe("indeterminate stop-not-recorded");
  });
});
