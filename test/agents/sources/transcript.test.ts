/** The child's transcript as evidence, over real files. */

import { chmodSync, mkdirSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { getuid } from "node:process";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readTranscript } from "../../../src/agents/sources/transcript.ts";
import { judgeTranscript } from "../../../src/transcripts/index.ts";
import type { JudgeOptions } from "../../../src/transcripts/index.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../../support/folder.ts";
import {
  START,
  assistant,
  call,
  entries,
  header,
  result,
  user,
  yields,
} from "../../support/openclaw-records.ts";
import { runOf } from "../../support/run-facts.ts";

test("a transcript: its verdict, and when it last changed", async () => {
  const path = new Folder().write("child.jsonl");
  utimesSync(path, START / 1_000, START / 1_000 + 9);
  expect(await readTranscript(runOf(), { path })).toEqual({
    transcript: {
      path,
      verdict: expect.objectContaining({ kind: "terminal", text: "Three." }),
      modifiedAt: START + 9_000,
    },
  });
});

test("tool work: the name of the last tool too", async () => {
  const path = new Folder().write("child.jsonl", CUT_IN_TOOL);
  const { transcript } = await readTranscript(runOf(), { path });
  expect(transcript).toMatchObject({ verdict: { reason: "trailing-tool-result" }, lastTool: "exec" });
});

test("a wait has no last tool: it is not about tool work", async () => {
  const path = new Folder().write(
    "child.jsonl",
    lines(entries(header, user("Count."), ...yields("I wait."))),
  );
  expect((await readTranscript(runOf(), { path })).transcript).not.toHaveProperty("lastTool");
});

test("it is read for this run: an answer from before its start, or of another session, is none", async () => {
  const path = new Folder().write("child.jsonl");
  const reasonFor = async (...args: Parameters<typeof readTranscript>) =>
    (await readTranscript(...args)).transcript?.verdict.reason;
  expect(await reasonFor(runOf({ startedAt: START + 60_000 }), { path })).toBe("before-run-start");
  expect(await reasonFor(runOf({ startedAt: START + 60_000 }), { path }, { skewMs: 60_000 })).toBe(
    "final-answer",
  );
  expect(await reasonFor(runOf({ childSessionId: "s-2" }), { path })).toBe("foreign-transcript");
  expect(await reasonFor(runOf({ childSessionId: "s-2" }), { path, sessionId: "s-1" })).toBe("final-answer");
});

test("no file", async () => {
  const path = new Folder().at("child.jsonl");
  const failure = { source: "transcript", reason: "missing", path, transient: false };
  expect(await readTranscript(runOf(), { path })).toEqual({ failures: [expect.objectContaining(failure)] });
});

test("a folder, and a link that leads out of the root, are each told from a missing file", async () => {
  const folder = new Folder();
  const outside = new Folder().write("child.jsonl");
  mkdirSync(folder.at("child.jsonl"));
  symlinkSync(outside, folder.at("link.jsonl"));
  const [dir] = (await readTranscript(runOf(), { path: folder.at("child.jsonl") })).failures ?? [];
  expect(dir).toMatchObject({ reason: "unreadable", transient: false });
  expect(dir?.detail).toContain("a folder");
  const location = { path: folder.at("link.jsonl"), root: folder.path };
  const [link] = (await readTranscript(runOf(), location)).failures ?? [];
  expect(link).toMatchObject({ reason: "unreadable", transient: false });
  expect(link?.detail).toContain("out of its root");
});

test.skipIf(getuid?.() === 0)("no permission is told apart too", async () => {
  const path = new Folder().write("child.jsonl");
  chmodSync(path, 0o000);
  const [failure] = (await readTranscript(runOf(), { path })).failures ?? [];
  expect(failure).toMatchObject({ reason: "unreadable", transient: false });
  expect(failure?.detail).toContain("permission denied");
});

test("reading does not touch the file", async () => {
  const path = new Folder().write("child.jsonl");
  const { mtimeMs } = statSync(path);
  await readTranscript(runOf(), { path });
  expect(statSync(path).mtimeMs).toBe(mtimeMs);
});

test("by what the host knows: a child that is dead, descendants that the registry waits for", async () => {
  const folder = new Folder();
  const unrecorded = folder.write(
    "unrecorded.jsonl",
    lines(entries(header, user("Count."), assistant("Three.", { stop: null }))),
  );
  const accepted = await readTranscript(runOf(), { path: unrecorded, acceptUnrecordedStop: true });
  expect(accepted.transcript?.verdict).toMatchObject({ kind: "terminal", unrecordedStop: true });
  const strict = await readTranscript(runOf(), { path: unrecorded });
  expect(strict.transcript?.verdict.reason).toBe("stop-not-recorded");

  const spawned = { toolName: "sessions_spawn", details: { status: "accepted", childSessionKey: "k1" } };
  const launched = folder.write(
    "launched.jsonl",
    lines(
      entries(
        header,
        user("Count."),
        assistant("", { calls: [call("c1", "sessions_spawn")] }),
        result("c1", "", spawned),
        assistant("Three."),
      ),
    ),
  );
  const known = await readTranscript(runOf(), { path: launched, descendantsKnown: true });
  expect(known.transcript?.verdict).toMatchObject({ kind: "terminal", text: "Three." });
  const unknown = await readTranscript(runOf(), { path: launched });
  expect(unknown.transcript?.verdict).toMatchObject({ reason: "background-work", on: ["k1"] });
});

test("a host that keeps transcripts elsewhere: read there, its changes seen there", async () => {
  const asked: string[] = [];
  const files = {
    judge: (path: string, options: JudgeOptions) => {
      asked.push(path);
      return judgeTranscript(Readable.from([ANSWERED]), options);
    },
    stat: async (path: string) => {
      asked.push(path);
      return { mtimeMs: START + 9_000, size: Buffer.byteLength(ANSWERED) + 1 };
    },
  };
  const found = await readTranscript(runOf(), { path: "archive:child" }, { files });
  expect(found).toMatchObject({
    transcript: { verdict: { kind: "terminal" }, modifiedAt: START + 9_000, grew: true },
  });
  expect(asked).toEqual(["archive:child", "archive:child"]);
});
