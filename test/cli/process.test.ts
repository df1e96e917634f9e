/** The program as a process: exit codes, pipes that close, signals, names that a shell hands over as bytes. */

import { spawn } from "node:child_process";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { existsSync, openSync, readFileSync, writeSync, closeSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, ended, shell } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { CUT_IN_TOOL, Folder } from "../support/folder.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

/** A folder of many finished runs. */
function many(count: number): Folder {
  const folder = new Folder();
  for (let index = 0; index < count; index += 1) folder.write(`${String(index).padStart(5, "0")}.jsonl`);
  return folder;
}

test("starts with a line for the shell", () => {
  expect(readFileSync(built.program, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
});

test("exit codes reach the shell", async () => {
  const folder = new Folder();
  const [good, bad] = [folder.write("a b.jsonl"), folder.write("b.jsonl", CUT_IN_TOOL)];
  const script =
    'lastword check "$1"; echo $?; lastword explain "$2" >/dev/null; echo $?; lastword check "$3"; echo $?';
  const { out } = await shell(
    built,
    `{ ${script}; } 2>/dev/null; HOME=/nowhere lastword >/dev/null; echo $?; lastword --version`,
    [good, bad, folder.at("none")],
  );
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const codes = out.split("\n").filter((line) => /^\d(\.|$)/.test(line));
  expect(codes).toEqual(["0", "1", "2", "1", version]);
});

describe("a pipe that closes", () => {
  test("check ends early and quietly, and not with 0", async () => {
    const folder = many(1_000);
    const script = 'lastword check --json "$1" | head -1; echo "${PIPESTATUS[0]}"';
    const { out, err } = await shell(built, script, [folder.path]);
    const [row = "", status] = out.split("\n");
    expect(JSON.parse(row)).toMatchObject({ path: folder.at("00000.jsonl"), kind: "terminal" });
    expect([status, err]).toEqual(["141", ""]);
  });

  test("so do the table, explain and help", async () => {
    const folder = many(300);
    const script = `
      lastword check "$1" | true; echo "\${PIPESTATUS[0]}"
      lastword explain "$1/00000.jsonl" | (exec <&-; sleep 0.5); echo "\${PIPESTATUS[0]}"
      lastword check --help | (exec <&-; sleep 0.5); echo "\${PIPESTATUS[0]}"`;
    expect(await shell(built, script, [folder.path])).toMatchObject({ out: "141\n141\n141\n", err: "" });
  });

  test("a slow reader gets everything", async () => {
    const folder = many(500);
    const script = 'lastword check --json "$1" | { sleep 1; wc -l; }; echo "${PIPESTATUS[0]}"';
    expect((await shell(built, script, [folder.path])).out.replaceAll(" ", "")).toBe("500\n0\n");
  });
});

test.skipIf(!existsSync("/dev/full"))("a full disk is told, and is no success", async () => {
  const folder = new Folder();
  const { out, err } = await shell(built, 'lastword check "$1" >/dev/full; echo $?', [
    folder.write("a.jsonl"),
  ]);
  expect(out).toBe("2\n");
  expect(err).toMatch(/^lastword: writing failed \(ENOSPC.*; check where the output goes\n$/);
});

test("closed outputs do not matter", async () => {
  const folder = new Folder();
  const path = folder.write("a.jsonl");
  const script = 'lastword check "$1" "$2" 2>&- >/dev/null; echo $?; lastword check "$1" >&-; echo $?';
  expect(await shell(built, script, [path, folder.at("none")])).toMatchObject({ out: "2\n0\n", err: "" });
});

test("standard input: a pipe, a file, a folder, nothing", async () => {
  const folder = new Folder();
  const script = `
    cat "$1" | lastword check -; echo $?
    lastword check - < "$1"; echo $?
    lastword check - < "$2"; echo $?
    lastword check - <&-; echo $?`;
  const { out } = await shell(built, script, [folder.write("a.jsonl"), folder.path]);
  const codes = out.split("\n").filter((line) => /^\d$/.test(line));
  expect(codes).toEqual(["0", "0", "2", "1"]);
});

test("names that are no UTF-8 arrive from a shell", async () => {
  const folder = new Folder();
  folder.writeBytes(Buffer.from([0x78, 0xff, 0x2e, 0x6a, 0x73, 0x6f, 0x6e, 0x6c]));
  const { out, err } = await shell(built, 'cd "$1"; lastword check x*.jsonl; echo $?', [folder.path]);
  expect(out).toMatch(/^terminal {2}final answer {2}\$'x\\xff\.jsonl' {2}.* {2}Three\.\n0\n$/);
  expect(err).toBe("");
});

test("a FIFO is refused at once, wherever it stands", async () => {
  const folder = new Folder();
  const script = 'mkfifo "$1/pipe"; lastword check "$1/pipe" <(true); echo $?';
  const { out } = await shell(built, script, [folder.path]);
  expect(out.match(/a FIFO, not a regular file/g)).toHaveLength(2);
  expect(out.endsWith("2\n")).toBe(true);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends it", async (signal) => {
  const child = spawn(execPath, [built.program, "check", "-"], { stdio: ["pipe", "pipe", "pipe"] });
  const ending = ended(child);
  child.stdin.write("{}\n");
  await sleep(500);
  child.kill(signal);
  expect(await ending).toMatchObject({ signal, out: "" });
});

describe("size", () => {
  test("memory does not grow with the number of files, and rows come in the order of their paths", async () => {
    const [few, folder] = [many(100), many(2_000)];
    // On its way out the program tells the most memory that it ever had, in kB.
    const tell = "data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))";
    const script = `"${execPath}" --import "${tell}" "${built.program}" check --json "$1"`;
    const [small, large] = [
      await shell(built, script, [few.path]),
      await shell(built, script, [folder.path]),
    ];
    const rows = large.out.trimEnd().split("\n");
    const paths = rows.map((line) => (JSON.parse(line) as { path: string }).path);
    expect(paths).toHaveLength(2_000);
    expect(paths).toEqual(paths.toSorted());
    // Room for what the collector has not yet collected.
    expect(Number(large.err) - Number(small.err)).toBeLessThan(40_000);
  });

  test("the end of a sparse gigabyte is judged and explained from its end", async () => {
    const folder = new Folder();
    const path = folder.write("large.jsonl");
    const tail = entries(header, user("x"), assistant("Partial.", { stop: "length" })).slice(1);
    const file = openSync(path, "r+");
    writeSync(file, `\n${tail.join("\n")}\n`, 1_000_000_000);
    closeSync(file);
    const { out } = await shell(built, 'lastword check --json "$1"; lastword explain "$1"', [path]);
    const row = JSON.parse(out.split("\n")[0] ?? "") as { bytesRead: number };
    expect(row).toMatchObject({ reason: "stopped-length", salvage: "Partial." });
    expect(row.bytesRead).toBeLessThan(1_000_000);
    expect(out).toContain("cut by length: Partial.");
  });
});
