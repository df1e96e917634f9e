/**
 * Which reason decides where several fit: for each pair of neighbours in the design's order one list of events that
 * both of them fit ("Rules that settle what the reason is").
 */

import { expect, test } from "vitest";
import type { FoldOptions } from "../../../src/transcripts/verdict.ts";
import {
  STEP_MS,
  aborted,
  asked,
  calls,
  completed,
  damage,
  enqueued,
  failed,
  folded,
  input,
  launched,
  recap,
  result,
  says,
  yielded,
} from "../../support/events.ts";
import type { Loose } from "../../support/events.ts";

const foreign: FoldOptions = { sessionId: "s-1" };
const session: Loose = { kind: "session", id: "s-2" };

test.each<[string, string, readonly Loose[], FoldOptions?]>([
  ["foreign", "damage", [session, input, says("Done."), damage("torn")], foreign],
  ["damage: torn", "an explicit end", [input, failed, damage("torn")]],
  ["an explicit end", "a yield", [input, yielded, aborted]],
  ["a yield", "a compaction last", [input, yielded, recap]],
  ["a compaction last", "a tool result last", [input, calls("", "c1"), result("c1"), recap]],
  // A tool result and a host's message cannot both be last: what comes later is.
  [
    "a host's word last",
    "a stop that is an error",
    [input, says("Done.", { author: "host", stop: "error" })],
  ],
  [
    "a stop that is an error",
    "its own open call",
    [input, says("", { stop: "error", calls: [{ id: "c1", name: "exec" }] })],
  ],
  [
    "its own open call",
    "a stop that is not final",
    [input, says("Look.", { stop: "not-final", calls: [{ id: "c1", name: "exec" }] })],
  ],
  [
    "a stop that is not final",
    "another open call",
    [input, calls("", "c1"), says("Done.", { stop: "not-final" })],
  ],
  ["another open call", "background work", [input, calls("", "c1"), launched("w1"), says("Done.")]],
  [
    "background work",
    "a stop not recorded",
    [input, launched("w1"), says("Done.", { stop: "not-recorded" })],
  ],
  ["a stop not recorded", "no text", [input, says("", { stop: "not-recorded" })]],
  ["no text", "commentary alone", [input, says("", { form: "commentary" })]],
  // A text has one form, so commentary, silence and markup exclude each other; the reader says which.
  ["commentary alone", "a structured answer missing", [input, asked, says("Look.", { form: "commentary" })]],
  ["silence", "a structured answer missing", [input, asked, says("NO_REPLY", { form: "silent" })]],
  [
    "call markup",
    "a structured answer missing",
    [input, asked, says("<tool_call>", { form: "call-markup" })],
  ],
  ["a structured answer missing", "an enqueued input", [input, asked, says("Done."), enqueued]],
  ["an enqueued input", "since", [input, says("Done."), enqueued], { since: STEP_MS, skewMs: 0 }],
  ["since", "an answer", [input, says("Done.")], { since: STEP_MS, skewMs: 0 }],
])("%s goes before %s", (first, _, events, options) => {
  expect(folded(events, options)).toBe(VERDICTS[first]);
});

const VERDICTS: Readonly<Record<string, string>> = {
  foreign: "indeterminate foreign-transcript",
  "damage: torn": "indeterminate torn-tail",
  "an explicit end": "unfinished stopped-aborted",
  "a yield": "parked yield-wait",
  "a compaction last": "unfinished trailing-compaction",
  "a host's word last": "unfinished not-model-authored",
  "a stop that is an error": "unfinished stopped-error",
  "its own open call": "unfinished tool-use-turn",
  "a stop that is not final": "unfinished stop-not-final",
  "another open call": "unfinished open-tool-call",
  "background work": "parked background-work",
  "a stop not recorded": "indeterminate stop-not-recorded",
  "no text": "unfinished no-visible-text",
  "commentary alone": "unfinished commentary-only",
  silence: "unfinished silent-reply",
  "call markup": "unfinished tool-call-as-text",
  "a structured answer missing": "unfinished structured-output-missing",
  "an enqueued input": "unfinished unanswered-input",
  since: "unfinished before-run-start",
};

test.each<[string, readonly Loose[]]>([
  ["unfinished stopped-error", [input, says("", { stop: "error" })]],
  ["unfinished stopped-aborted", [input, says("Thr", { stop: "aborted" })]],
  ["unfinished stopped-length", [input, says("Thr", { stop: "length" })]],
])("%s goes before every question of calls and text", (verdict, events) => {
  expect(folded(events)).toBe(verdict);
  expect(folded([events[0]!, calls("", "c0"), launched("w1"), asked, events[1]!, enqueued])).toBe(verdict);
});

test("in a format that completes its turns, no text goes before open calls, and open calls before open work", () => {
  expect(folded([input, calls("", "c1"), completed("")])).toBe("unfinished no-visible-text");
  expect(folded([input, calls("", "c1"), launched("w1"), completed("Done.")])).toBe(
    "unfinished tool-only-turn",
  );
  expect(folded([input, calls("", "c1"), result("c1"), launched("w1"), completed("Done.")])).toBe(
    "parked background-work",
  );
});

test("a writer that records no ends goes before all but an end, damage, foreign records and nothing", () => {
  const writer: Loose = { kind: "writer", provesEnd: false };
  const verdict = "indeterminate stop-not-recorded";
  for (const events of [
    [input],
    [input, says("Done.")],
    [input, calls("", "c1")],
    [input, calls("", "c1"), result("c1")],
  ]) {
    expect(folded([writer, ...events])).toBe(verdict);
  }
  expect(folded([writer, input, says("Done."), aborted])).toBe("unfinished stopped-aborted");
  expect(folded([writer, input, damage("corrupt")])).toBe("indeterminate corrupt-tail");
  expect(folded([writer])).toBe("unfinished empty-history");
  expect(folded([writer, session, input], foreign)).toBe("indeterminate foreign-transcript");
});
