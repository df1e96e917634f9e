/** The states kept for a tree file: the newest, by number and by the text in them. */

import { describe, expect, test } from "vitest";
import { BranchStates } from "../../src/transcripts/branches.ts";
import type { Assistant } from "../../src/transcripts/event.ts";
import { BRANCH_STATES_MAX, BRANCH_BYTES_MAX } from "../../src/transcripts/limits.ts";
import { initial, step } from "../../src/transcripts/verdict.ts";
import type { State } from "../../src/transcripts/verdict.ts";
import { verdictOf } from "../support/judged.ts";
import { assistant, custom, entries, header, user } from "../support/openclaw-records.ts";

function saying(text: string): State {
  const at = { offset: 0 };
  const event: Assistant = {
    kind: "assistant",
    at,
    author: "model",
    text,
    form: "answer",
    calls: [],
    stop: "final",
    relayed: false,
  };
  return step(initial(), event);
}

describe("BranchStates", () => {
  test("keeps as many as it may", () => {
    const states = new BranchStates();
    for (let id = 0; id < BRANCH_STATES_MAX; id += 1) states.set(`e${id}`, initial());
    expect([states.has("e0"), states.forgets]).toEqual([true, false]);
    states.set("more", initial());
    expect([states.has("e0"), states.has("e1"), states.has("more"), states.forgets]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test("keeps no more text than it may, and the newest always", () => {
    const states = new BranchStates();
    const long = saying("x".repeat(BRANCH_BYTES_MAX / 4 - 100));
    for (let id = 0; id < 9; id += 1) states.set(`e${id}`, long);
    expect([states.has("e6"), states.has("e7"), states.has("e8")]).toEqual([false, true, true]);
    states.set("longest", saying("x".repeat(BRANCH_BYTES_MAX)));
    expect([states.has("e8"), states.has("longest")]).toEqual([false, true]);
  });

  test("an id that is used again is the newest", () => {
    const states = new BranchStates();
    const again = initial({ since: 1 });
    states.set("a", initial());
    states.set("b", initial());
    states.set("a", again);
    expect(states.get("a")).toBe(again);
    for (let id = 2; id <= BRANCH_STATES_MAX; id += 1) states.set(`e${id}`, initial());
    expect([states.has("b"), states.has("a")]).toEqual([false, true]);
  });
});

test("an answer is not proved where the leaf hangs on a record that was forgotten", () => {
  const fill = Array.from({ length: BRANCH_STATES_MAX + 5 }, () => custom("model-snapshot"));
  const back = { type: "label", label: "l", parentId: "e1" };
  expect(verdictOf(entries(header, user("Count."), ...fill, assistant("Three.")))).toBe(
    "terminal final-answer: Three.",
  );
  expect(verdictOf(entries(header, user("Count."), ...fill, assistant("Three."), back))).toMatch(
    /^unfinished/,
  );
});
