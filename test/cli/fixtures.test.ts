/** Every recording and every written case, judged by the command line. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asArray, asObject, asString } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";
import { checked } from "../support/command-line.ts";
import { Folder, lines } from "../support/folder.ts";

const recordings = join("test", "fixtures", "recordings");

function rowsOf(path: string): JsonObject[] {
  const texts = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return texts.map((text) => asObject(JSON.parse(text)) ?? {});
}

test("recordings, one run over their folder", async () => {
  const judged = await checked([recordings]);
  const byPath = new Map(judged.map((row) => [row["path"], row]));
  const index = rowsOf(join(recordings, "index.jsonl"));
  const wrong = index.flatMap(({ file, expect: kinds, text, why }) => {
    const row = byPath.get(join(recordings, String(file)));
    const right =
      asArray(kinds).includes(row?.["kind"]) && (row?.["kind"] !== "terminal" || row["text"] === text);
    return right ? [] : [{ file, kinds, text, why, got: row }];
  });
  expect(wrong).toEqual([]);
  // The index itself lies in the folder, and is no transcript.
  expect(judged).toHaveLength(index.length + 1);
  expect(byPath.get(join(recordings, "index.jsonl"))).toMatchObject({ reason: "unknown-format" });
});

describe("cases", () => {
  const cases = rowsOf(join("test", "fixtures", "cases", "transcripts.jsonl"));
  // A "wait" is a decision of the other half, not a verdict.
  const verdicts = cases.filter((row) => asObject(row["expect"])?.["kind"] !== "wait");

  test("there are some", () => {
    expect(verdicts.length).toBeGreaterThan(50);
  });

  test.each(verdicts.map((row) => [String(row["id"]), row] as const))("%s", async (_id, row) => {
    const text = lines(asArray(row["lines"]).map(String));
    const path = new Folder().write("a.jsonl", row["finalNewline"] === false ? text.slice(0, -1) : text);
    const { since, sessionId } = asObject(row["options"]) ?? {};
    const [got] = await checked([
      path,
      ...(since === undefined ? [] : ["--since", JSON.stringify(since)]),
      ...(typeof sessionId === "string" ? ["--session-id", sessionId] : []),
    ]);
    // `otherwise` tells of other policies.
    const { warnings, otherwise: _, ...expected } = asObject(row["expect"]) ?? {};
    expect(got).toMatchObject(expected);
    const found = asArray(got?.["warnings"]).map((warning) => asObject(warning) ?? {});
    for (const warning of asArray(warnings)) {
      const [code, line] = (asString(warning) ?? "").split(":");
      expect(found).toContainEqual(
        expect.objectContaining(line === undefined ? { code } : { code, line: Number(line) }),
      );
    }
  });
});
