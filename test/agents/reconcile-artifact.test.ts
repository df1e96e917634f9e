/** Reconciling a run that was to leave a result, or has an event channel: through the host's own door. */

import { utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { channelOf, readEventFiles, reconcileLostContext } from "../../src/agents/index.ts";
import { Folder } from "../support/folder.ts";
import { START } from "../support/openclaw-records.ts";
import { LATER, runOf } from "../support/run-facts.ts";

const clock = () => LATER;

function resultAt(time: number): string {
  const path = new Folder().write("result.json", '{"done":true}');
  utimesSync(path, time / 1000, time / 1000);
  return path;
}

test("the run's own result is found by its path; one from before its start is not taken", async () => {
  const fresh = runOf({ artifact: resultAt(START + 1_000) });
  expect(await reconcileLostContext(fresh, { clock })).toMatchObject({ kind: "ok", rule: 5 });
  const stale = runOf({ artifact: resultAt(START - 1_000) });
  expect(await reconcileLostContext(stale, { clock })).toMatchObject({ kind: "error", rule: 10 });
});

test("a host declares more: that it is required, and its contract", async () => {
  const path = resultAt(START + 1_000);
  const validator = { name: "mine", errorsIn: () => [{ pointer: "/done", found: "true", wanted: "false" }] };
  const artifact = () => ({ path, validator, required: true });
  expect(await reconcileLostContext(runOf(), { clock, artifact })).toMatchObject({
    kind: "error",
    rule: 6,
    reason: "artifact-invalid",
  });
});

test("a silent channel pauses; a question that throws settles nothing ok", async () => {
  const folder = new Folder();
  const channel = () => channelOf(readEventFiles([folder.path]), { since: START });
  expect(await reconcileLostContext(runOf(), { clock, channel })).toMatchObject({ kind: "pause", rule: 9 });
  const artifact = () => {
    throw new Error("oops");
  };
  expect(await reconcileLostContext(runOf(), { clock, artifact })).toMatchObject({ kind: "wait", rule: 10 });
});
