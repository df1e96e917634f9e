import { expect, test } from "vitest";
import { kindOf, reasons, sentenceFor } from "../../src/transcripts/reasons.ts";
import type { Kind } from "../../src/transcripts/reasons.ts";

test("the codes are those of the design, each of its kind", () => {
  const of = (kind: Kind): readonly string[] => reasons.filter((reason) => kindOf(reason) === kind);
  expect(of("terminal")).toEqual(["final-answer"]);
  expect(of("parked")).toEqual(["yield-wait", "background-work"]);
  expect(of("unfinished")).toEqual([
    "empty-history",
    "empty-current-run",
    "before-run-start",
    "unanswered-input",
    "tool-use-turn",
    "tool-only-turn",
    "open-tool-call",
    "trailing-tool-result",
    "no-visible-text",
    "silent-reply",
    "tool-call-as-text",
    "not-model-authored",
    "commentary-only",
    "stopped-error",
    "stopped-aborted",
    "stopped-length",
    "stop-not-final",
    "abandoned-branch",
    "trailing-compaction",
    "structured-output-missing",
  ]);
  expect(of("indeterminate")).toEqual([
    "stop-not-recorded",
    "torn-tail",
    "corrupt-tail",
    "line-too-long",
    "foreign-transcript",
    "unknown-format",
    "unreadable",
    "missing",
  ]);
});

test("each has one sentence for people, which names what would have been accepted", () => {
  for (const reason of reasons) {
    const sentence = sentenceFor(reason);
    expect(sentence).toMatch(/^[A-Z][^.]*\.$/);
    if (kindOf(reason) !== "terminal") expect(sentence).toMatch(/accepted|limit/);
  }
  expect(new Set(reasons.map(sentenceFor)).size).toBe(reasons.length);
});
