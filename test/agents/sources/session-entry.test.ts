/** What a session store's entry says of a run. formats.md, "OpenClaw and pi". */

import { expect, test } from "vitest";
import { resolveCompletionFromSessionEntry } from "../../../src/agents/index.ts";
import type { SessionEntry } from "../../../src/agents/index.ts";

const STARTED = 1_000;
const run = { createdAt: 500, startedAt: STARTED };
const ended = 2_000;

test.each<[SessionEntry, "ok" | "timeout" | "error"]>([
  [{ status: "done", endedAt: ended }, "ok"],
  [{ status: "done", updatedAt: ended }, "ok"],
  [{ status: "timeout", endedAt: ended }, "timeout"],
  [{ status: "timeout", updatedAt: ended }, "timeout"],
  [{ status: "failed", endedAt: ended }, "error"],
  [{ status: "killed", endedAt: ended }, "error"],
  [{ status: "idle", endedAt: ended }, "ok"],
  [{ endedAt: ended }, "ok"],
])("%o is %s", (entry, outcome) => {
  const completion = resolveCompletionFromSessionEntry(entry, run);
  expect(completion).toEqual({ outcome, status: entry.status ?? "", endedAt: ended });
});

test.each<[string, SessionEntry | null | undefined]>([
  ["no entry", null],
  ["no entry at all", undefined],
  ["an empty one", {}],
  ["running", { status: "running", updatedAt: ended }],
  ["running with an end: a yielded session", { status: "running", endedAt: ended, updatedAt: ended }],
  ["a status of its own without an end", { status: "idle", updatedAt: ended }],
  ["no status and no end", { updatedAt: ended }],
  ["done, and nobody knows when", { status: "done" }],
  ["done before the run's start", { status: "done", endedAt: STARTED - 1 }],
  ["done before the run's start, touched since", { status: "done", endedAt: STARTED - 1, updatedAt: ended }],
  ["an end before the run's start", { endedAt: STARTED - 1 }],
  ["interrupted by a restart, with an end", { status: "interrupted", endedAt: ended }],
  ["interrupted by a restart", { status: "interrupted", updatedAt: ended }],
  ["an end that is no time", { status: "done", endedAt: Number.NaN }],
])("%s settles nothing", (_name, entry) => {
  expect(resolveCompletionFromSessionEntry(entry, run)).toBeNull();
});

test("JSON that nobody vouches for settles nothing, and breaks nothing", () => {
  const odd: unknown[] = [{ status: 7, endedAt: "soon" }, { status: "done", endedAt: {} }, { endedAt: null }];
  for (const entry of odd) expect(resolveCompletionFromSessionEntry(entry as SessionEntry, run)).toBeNull();
});

test("an end at the very start counts", () => {
  expect(resolveCompletionFromSessionEntry({ status: "done", endedAt: STARTED }, run)).not.toBeNull();
});

test("a run without a start began with its creation", () => {
  const entry = { status: "done", endedAt: 500 };
  expect(resolveCompletionFromSessionEntry(entry, { createdAt: 500 })).toMatchObject({ outcome: "ok" });
  expect(resolveCompletionFromSessionEntry(entry, { createdAt: 501 })).toBeNull();
});

test("another session's end is not this run's", () => {
  const entry = { status: "done", endedAt: ended, sessionId: "s-2" };
  expect(resolveCompletionFromSessionEntry(entry, { ...run, childSessionId: "s-1" })).toBeNull();
  expect(resolveCompletionFromSessionEntry(entry, { ...run, childSessionId: "s-2" })).not.toBeNull();
  // Where either is not known, the key is all there is to go by.
  expect(resolveCompletionFromSessionEntry(entry, run)).not.toBeNull();
});
