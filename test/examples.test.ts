/** The examples of the documentation are these files, and they work. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { conclude, initial, step } from "../src/transcripts/index.ts";
import { tiny } from "./examples/tiny-format.ts";

test("docs/formats.md shows the example that is tested here", () => {
  const page = readFileSync(new URL("../docs/formats.md", import.meta.url), "utf8");
  const example = readFileSync(new URL("./examples/tiny-format.ts", import.meta.url), "utf8");
  expect(page).toContain("```ts\n" + example + "```");
});

test.each([
  ['{"ask":"Count","at":1}\n{"say":"Three.","at":2}\n{"done":true,"at":3}', "terminal"],
  ['{"ask":"Count","at":1}\n{"say":"Thr","at":2}', "unfinished"],
])("the format of the example judges %s", (transcript, kind) => {
  const reader = tiny.reader({ head: [] });
  let state = initial();
  for (const [index, raw] of transcript.split("\n").entries()) {
    const value: Record<string, unknown> = JSON.parse(raw);
    for (const event of reader.read({ value, raw, at: { offset: index } }).events) state = step(state, event);
  }
  expect(conclude(state).kind).toBe(kind);
});
