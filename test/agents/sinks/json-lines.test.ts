/** The JSON-lines sink, on real files: whole lines, whoever else writes, and nothing but the file that was named. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { jsonLinesSink, messageText } from "../../../src/agents/index.ts";
import { aDelivery } from "../../support/deliveries.ts";
import { quickFolder } from "../../support/quick-folder.ts";
import { recovered } from "../../support/registry-runs.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(quickFolder(), "lastword-lines-"));
  path = join(folder, "told.jsonl");
  return () => rmSync(folder, { recursive: true, force: true });
});

const deliver = async (runId = "run-1", at = path) =>
  jsonLinesSink(at).deliver(aDelivery({ runId }), new AbortController().signal);
const lineOf = (runId: string) => `${messageText(aDelivery({ runId }))}\n`;

test("a message a line, for the owner's eyes alone", async () => {
  expect(await deliver("run-1")).toEqual({ kind: "delivered" });
  expect(await deliver("run-2")).toEqual({ kind: "delivered" });
  expect(readFileSync(path, "utf8")).toBe(lineOf("run-1") + lineOf("run-2"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a file that others may read is closed to them first", async () => {
  writeFileSync(path, "", { mode: 0o644 });
  await deliver();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("an answer of many lines stays one", async () => {
  const delivery = aDelivery({}, recovered("one\ntwo\r\n\u2028three"));
  await jsonLinesSink(path).deliver(delivery, new AbortController().signal);
  const text = readFileSync(path, "utf8");
  expect(text.indexOf("\n")).toBe(text.length - 1);
  expect(JSON.parse(text)).toMatchObject({ result: { text: "one\ntwo\r\n\u2028three" } });
});

test.each(["{", '{"key":"run-0/1"', "\0\0\0"])(
  "behind a line cut off, %j, a new one begins",
  async (torn) => {
    writeFileSync(path, lineOf("run-0") + torn);
    expect(await deliver("run-1")).toEqual({ kind: "delivered" });
    expect(readFileSync(path, "utf8")).toBe(`${lineOf("run-0")}${torn}\n${lineOf("run-1")}`);
  },
);

test("the same message twice is there twice: its reader knows the key", async () => {
  await deliver();
  await deliver();
  const keys = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { key: string });
  expect(keys.map(({ key }) => key)).toEqual(["run-1/1", "run-1/1"]);
});

test("a file that was moved away is made anew", async () => {
  await deliver("run-1");
  renameSync(path, `${path}.1`);
  await deliver("run-2");
  expect(readFileSync(path, "utf8")).toBe(lineOf("run-2"));
  expect(readFileSync(`${path}.1`, "utf8")).toBe(lineOf("run-1"));
});

test("a link is not followed, whether it leads somewhere or not", async () => {
  const target = join(folder, "target");
  symlinkSync(target, path);
  await expect(deliver()).rejects.toThrow(/ELOOP/);
  expect(existsSync(target)).toBe(false);
  writeFileSync(target, "kept");
  await expect(deliver()).rejects.toThrow(/ELOOP/);
  expect(readFileSync(target, "utf8")).toBe("kept");
});

test("what is no file, or has no folder, is an error that names it", async () => {
  mkdirSync(path);
  await expect(deliver()).rejects.toThrow(/EISDIR.*told\.jsonl/);
  await expect(deliver("run-1", "/dev/null")).rejects.toThrow("/dev/null is not a regular file");
  await expect(deliver("run-1", join(folder, "none", "told.jsonl"))).rejects.toThrow(/ENOENT.*told\.jsonl/);
});

test("what does not fit on the disk is an error, and the next line begins behind what did", async () => {
  const sizeMax = 4 * 1024 * 1024;
  writeFileSync(path, `${"x".repeat(sizeMax - 101)}\n`);
  const sink = new URL("../../../src/agents/sinks/json-lines.ts", import.meta.url).href;
  const code = `
    import { jsonLinesSink } from ${JSON.stringify(sink)};
    const message = JSON.parse(process.argv[1]);
    const answer = await jsonLinesSink(process.argv[2]).deliver(message, new AbortController().signal);
    console.log(JSON.stringify(answer));
  `;
  // The system's limit on a file's size, in kB, cuts a write off as a full disk does.
  const script = `ulimit -f ${sizeMax / 1024}; exec "$0" --import tsx --input-type=module --eval "$@"`;
  const args = ["-c", script, execPath, code, JSON.stringify(aDelivery()), path];
  const { stdout, stderr } = spawnSync("/bin/bash", args, { encoding: "utf8" });
  const length = lineOf("run-1").length;
  expect({ answer: JSON.parse(stdout || "null"), stderr }).toEqual({
    answer: { kind: "failed", error: `${path}: 100 of ${length} bytes were written` },
    stderr: "",
  });
  expect(await deliver("run-1")).toEqual({ kind: "delivered" });
  expect(readFileSync(path, "utf8").endsWith(`${lineOf("run-1").slice(0, 100)}\n${lineOf("run-1")}`)).toBe(
    true,
  );
});

test("who waits no more gets nothing written", async () => {
  const sink = jsonLinesSink(path);
  await expect(sink.deliver(aDelivery(), AbortSignal.abort(new Error("too late")))).rejects.toThrow(
    "too late",
  );
  expect(existsSync(path)).toBe(false);
});

test("many processes at once: every line whole, none missing, torn ones between them too", async () => {
  const program = fileURLToPath(new URL("../../support/append-lines.ts", import.meta.url));
  const writers = ["a", "b", "c"].map((name) => {
    const child = spawn(execPath, ["--import", "tsx", program, path, name, "100"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return once(child, "exit");
  });
  let isWriting = true;
  const finished = Promise.all(writers).finally(() => {
    isWriting = false;
  });
  let torn = 0;
  while (isWriting) {
    if (existsSync(path) && torn < 50) {
      appendFileSync(path, '{"torn":');
      torn += 1;
    }
    await new Promise(setImmediate);
  }
  expect((await finished).map(([code]) => Number(code))).toEqual([0, 0, 0]);
  const lines = new Set(readFileSync(path, "utf8").split("\n"));
  const wanted = ["a", "b", "c"].flatMap((name) =>
    Array.from({ length: 100 }, (_, n) => lineOf(`${name}-${n}`).trimEnd()),
  );
  expect(wanted.filter((line) => !lines.has(line))).toEqual([]);
}, 60_000);
