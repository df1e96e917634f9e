/** A transcript that changes under the reading: it grew, or it is gone. Neither may be taken for a quiet end. */

import { stat } from "node:fs/promises";
import type * as FileSystem from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { decide } from "../../../src/agents/index.ts";
import { readTranscript } from "../../../src/agents/sources/transcript.ts";
import { Folder } from "../../support/folder.ts";
import { LATER, evidenceOf, runOf } from "../../support/run-facts.ts";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FileSystem>();
  return { ...real, stat: vi.fn(real.stat) };
});

test("it grew: the child writes, and its answer is not the last word yet", async () => {
  const path = new Folder().write("child.jsonl");
  const stats = await stat(path);
  vi.mocked(stat).mockResolvedValueOnce(Object.assign(stats, { size: stats.size + 1, mtimeMs: 0 }));
  const found = await readTranscript(runOf(), { path });
  expect(found.transcript).toMatchObject({ verdict: { kind: "terminal" }, grew: true });
  expect(decide(runOf(), evidenceOf(found), LATER)).toMatchObject({ kind: "wait", rule: 4 });
});

test("it is gone: when it last changed is not known, and what it said is salvage", async () => {
  const path = new Folder().write("child.jsonl");
  vi.mocked(stat).mockRejectedValueOnce(Object.assign(new Error("no such file"), { code: "ENOENT" }));
  const found = await readTranscript(runOf(), { path });
  expect(found.failures).toEqual([
    { source: "transcript", reason: "missing", detail: "no such file", transient: false, path },
  ]);
  expect(decide(runOf(), evidenceOf(found), LATER)).toMatchObject({
    kind: "error",
    rule: 10,
    reason: "missing",
    salvage: "Three.",
  });
});
