/** `lastword watch`: a line whenever a verdict changes, and only then; with the system's word and without it. */

import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { paletteFor } from "../../src/cli/colour.ts";
import type { Io } from "../../src/cli/io.ts";
import { Output } from "../../src/cli/output.ts";
import { watch } from "../../src/cli/watch.ts";
import type { WatchFlags } from "../../src/cli/watch.ts";
import { changeLine } from "../../src/cli/watch/change.ts";
import { CommandQueue } from "../../src/cli/watch/command-queue.ts";
import { Verdicts } from "../../src/cli/watch/verdicts.ts";
import { judgeTranscriptSync } from "../../src/transcripts/index.ts";
import { Paper } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";
import { until } from "../support/until.ts";

const FLAGS: WatchFlags = { interval: 20 };
/** What finishes a run that was cut off, and what asks it for more. */
const REST = ANSWERED.split("\n").at(-2);
const MORE = lines(entries(header, user("Count."), assistant("Three."), user("And again?")))
  .split("\n")
  .at(-2);

/** A watching that goes on until it is stopped. */
function watching(paths: readonly string[], flags: Partial<WatchFlags> = {}, env: Io["env"] = {}) {
  const [out, err] = [new Paper(), new Paper()];
  const io: Io = {
    stdin: { async *[Symbol.asyncIterator]() {} },
    stdout: new Output(out),
    stderr: new Output(err),
    env: { PATH: "/usr/bin:/bin", ...env },
    now: () => Date.now(),
  };
  const controller = new AbortController();
  const code = watch(paths, { ...FLAGS, ...flags }, io, controller.signal);
  return {
    out,
    err,
    ready: () => until(() => err.text.includes("Ctrl-C")),
    stop: () => {
      controller.abort();
      return code;
    },
  };
}

describe.each([{ poll: false }, { poll: true }])("with %o", ({ poll }) => {
  test("a run ends, goes on, a new one comes, one goes: a line each", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl", CUT_IN_TOOL);
    folder.write("left-alone.jsonl");
    const { out, ready, stop } = watching([folder.path], { poll });
    await ready();
    appendFileSync(path, `${REST}\n`);
    await until(() => out.text.includes("unfinished -> terminal: final answer"));
    appendFileSync(path, `${MORE}\n`);
    await until(() => out.text.includes("terminal -> unfinished: input not answered"));
    const other = folder.write("new/b.jsonl");
    await until(() => out.text.includes("new -> terminal"));
    rmSync(other);
    await until(() => out.text.includes("terminal -> indeterminate: not found"));
    expect(await stop()).toBe(0);
    expect(out.text.split("\n").length).toBe(5);
    expect(out.text).not.toContain("left-alone");
  });
});

test("what is not there yet is said, and one transcript is one", async () => {
  const folder = new Folder();
  const { err, ready, stop } = watching([folder.write("a.jsonl"), folder.at("later.jsonl")]);
  await ready();
  expect(await stop()).toBe(0);
  expect(err.text).toBe(
    `lastword: ${folder.at("later.jsonl")}: not there yet; it is waited for\n` +
      "lastword: 1 transcript, watched; Ctrl-C ends it\n",
  );
});

test("on a terminal a change is one line, by a path's end and a text's beginning; elsewhere all of it", async () => {
  const folder = new Folder();
  const path = folder.write(
    `${"deep/".repeat(12)}run.jsonl`,
    ANSWERED.replace("Three.", "日本語のテキスト".repeat(20)),
  );
  const change = { path, at: 0, was: undefined, judgement: judgeTranscriptSync(path) };
  const palette = paletteFor(new Output(new Paper()), {});
  for (const columns of [60, 80, 200]) {
    const line = await changeLine(change, { columns, palette });
    expect(stringWidth(line.trimEnd())).toBeLessThanOrEqual(columns);
    expect(line).toMatch(/^00:00:00Z {2}new -> terminal: final answer {2}.*run\.jsonl/);
  }
  expect(await changeLine(change, { columns: undefined, palette })).toContain(`  ${path}  日本語`);
});

test("as data: the fields of check, and what it was", async () => {
  const folder = new Folder();
  const path = folder.write("a.jsonl", CUT_IN_TOOL);
  const { out, ready, stop } = watching([path], { json: true });
  await ready();
  appendFileSync(path, `${REST}\n`);
  await until(() => out.text.endsWith("\n"));
  expect(await stop()).toBe(0);
  expect(JSON.parse(out.text)).toMatchObject({
    path,
    kind: "terminal",
    text: "Three.",
    was: { kind: "unfinished", reason: "trailing-tool-result" },
  });
});

test("a command for each change: told by its environment and its input, never by its command line", async () => {
  const folder = new Folder();
  const path = folder.write("a'$(touch never).jsonl", CUT_IN_TOOL);
  const exec = `cat > '${folder.at("input")}'; printf '%s' "$LASTWORD_WAS $LASTWORD_KIND $LASTWORD_PATH" > '${folder.at("told")}'`;
  const { ready, stop } = watching([folder.path], { exec });
  await ready();
  appendFileSync(path, `${REST}\n`);
  await until(() => existsSync(folder.at("told")) && readFileSync(folder.at("told"), "utf8") !== "");
  expect(await stop()).toBe(0);
  expect(readFileSync(folder.at("told"), "utf8")).toBe(`unfinished terminal ${path}`);
  expect(JSON.parse(readFileSync(folder.at("input"), "utf8"))).toMatchObject({ text: "Three." });
});

test("a command that fails: told, and exit 1; nothing to watch: exit 1", async () => {
  const folder = new Folder();
  const path = folder.write("a.jsonl", CUT_IN_TOOL);
  const { err, ready, stop } = watching([path], { exec: "exit 3" });
  await ready();
  appendFileSync(path, `${REST}\n`);
  await until(() => err.text.includes("ended with code 3"));
  expect(await stop()).toBe(1);
  const none = watching([], {}, { HOME: folder.at("nobody") });
  expect(await none.stop()).toBe(1);
  expect(none.err.text).toContain("lastword watch PATH...");
});

test("the queue of a slow command is bounded, and says what it drops", async () => {
  const notes: string[] = [];
  const folder = new Folder();
  const env = { PATH: "/usr/bin:/bin" };
  const command = `printf x >> '${folder.at("runs")}'`;
  const commands = new CommandQueue({ command, env, note: (text) => notes.push(text), queueMax: 3 });
  const judgement = judgeTranscriptSync(folder.write("a.jsonl"));
  for (let index = 0; index < 5; index += 1) {
    commands.add({ path: `${index}`, at: 0, was: undefined, judgement });
  }
  expect(notes).toEqual(["the command of --exec is too slow; a change was not told to it"]);
  expect(commands.failed).toBe(true);
  await commands.done();
  expect(readFileSync(folder.at("runs"), "utf8")).toBe("xxxx");
});

test("more work in a turn is no change of its verdict; another answer is", () => {
  const folder = new Folder();
  const path = folder.write("a.jsonl");
  const verdicts = new Verdicts((one) => judgeTranscriptSync(one));
  expect(verdicts.look(path, 1)).toMatchObject({ was: undefined });
  expect(verdicts.look(path, 2)).toBeUndefined();
  folder.write(
    "a.jsonl",
    lines(entries(header, user("Count."), assistant("Three."), user("Again"), assistant("Four."))),
  );
  expect(verdicts.look(path, 3)).toMatchObject({ was: { kind: "terminal" }, judgement: { text: "Four." } });
});
