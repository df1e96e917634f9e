/** What Claude Code wrote, and cases from public reports. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fixtures, rowsOf } from "../../../support/fixture-rows.ts";
import type { Case, Recording } from "../../../support/fixture-rows.ts";
import { judged } from "../../../support/judged.ts";

/** Why, beyond what the index says: kind and reason of each scenario that is no answer. */
const REASONS: Readonly<Record<string, string>> = {
  "b-killed-in-tool": "tool-only-turn",
  "c-pretool-text-killed": "tool-use-turn",
  "c2-parallel-one-result": "open-tool-call",
  "d-killed-midstream": "trailing-tool-result",
  "d3-tooltext-block-stop": "tool-use-turn",
  "e-error-429": "stopped-error",
  "e-error-500": "stopped-error",
  "f-max-tokens": "stopped-error",
  "f2-refusal": "stopped-error",
  "f4-empty-end": "no-visible-text",
  "g3-sigterm-in-tool": "trailing-tool-result",
  "h3-bg-subagent-parked": "background-work",
  "h5-bg-bash-running": "background-work",
  "i2-resumed-noanswer": "unanswered-input",
  "m2-monitor": "background-work",
};

describe("recordings", () => {
  const recordings = rowsOf<Recording>("recordings/index.jsonl").filter(
    ({ agent }) => agent === "claude-code",
  );

  test.each(recordings)("$file", ({ file, expect: kinds, text }) => {
    const verdict = judged(readFileSync(new URL(`recordings/${file}`, fixtures)));
    expect(verdict.format).toBe("claude-code");
    expect(kinds).toContain(verdict.kind);
    expect(verdict.warnings).toEqual([]);
    if (verdict.kind === "terminal") expect(verdict.text).toBe(text);
    const [, scenario = "", name = ""] = file.split("/");
    const reason = name.startsWith("main") ? REASONS[scenario] : undefined;
    if (reason !== undefined) expect(verdict.reason).toBe(reason);
  });

  test("cut behind any of its rows, none is finished that has not said end_turn, or given its data", () => {
    for (const { file } of recordings) {
      const rows = readFileSync(new URL(`recordings/${file}`, fixtures), "utf8")
        .trim()
        .split("\n");
      for (let count = 1; count < rows.length; count += 1) {
        const kept = rows.slice(0, count).join("\n");
        const verdict = judged(kept);
        if (verdict.kind !== "terminal") continue;
        expect(kept).toMatch(/"end_turn"|"Structured output provided successfully"/);
      }
    }
  });
});

describe("cases", () => {
  const cases = rowsOf<Case>("cases/transcripts.jsonl").filter(
    // A wait is a decision, and no verdict.
    ({ format, expect: { kind } }) => format === "claude-code" && kind !== "wait",
  );

  test.each(cases)("$id", ({ lines, finalNewline, options = {}, expect: expected }) => {
    const verdict = judged(lines.join("\n") + (finalNewline === false ? "" : "\n"), options);
    expect(verdict).toMatchObject({ kind: expected.kind, reason: expected.reason });
    if (expected.text !== undefined) expect(verdict).toMatchObject({ text: expected.text });
    const salvaged = verdict.kind === "terminal" ? undefined : verdict.salvage?.text;
    if (expected.salvage !== undefined) expect(salvaged).toBe(expected.salvage);
    const warned = verdict.warnings.flatMap(({ code, line }) => [code, `${code}:${line ?? ""}`]);
    for (const warning of expected.warnings ?? []) expect(warned).toContain(warning);
  });
});
