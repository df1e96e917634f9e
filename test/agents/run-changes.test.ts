/** What a host changes of a run. */

import { expect, test } from "vitest";
import { changedRun } from "../../src/agents/run-changes.ts";
import { IllegalTransitionError } from "../../src/agents/run.ts";
import { NOW, aRun } from "../support/registry-runs.ts";

test("sets what is given, takes away what is undefined, and leaves the rest", () => {
  const run = aRun({ label: "old", task: "a task", readFailures: 2 });
  expect(changedRun(run, { label: "new", task: undefined })).toStrictEqual(
    aRun({ label: "new", readFailures: 2 }),
  );
  expect(changedRun(run, {})).toStrictEqual(run);
});

test("a change of status takes away what belonged to the one before", () => {
  const paused = aRun({
    status: "paused",
    pauseReason: "sessions_yield",
    waitingUntil: NOW,
    waitingFor: "its children",
    readFailures: 1,
  });
  expect(changedRun(paused, { status: "running" })).toStrictEqual(aRun());
  expect(changedRun(paused, { status: "paused", label: "x" })).toStrictEqual({ ...paused, label: "x" });
});

test("a status that cannot follow is refused", () => {
  expect(() => changedRun(aRun(), { status: "queued" })).toThrow(IllegalTransitionError);
});
