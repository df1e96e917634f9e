/** What is loaded before anything is done: the start of a process is mostly that, and a hook waits for it each time. */

import { spawnSync } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { Folder } from "../support/folder.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";

let built: Built;
beforeAll(() => {
  built = build();
}, 120_000);
afterAll(() => built.remove());

/** The modules that a command has loaded by its end, without their endings, and packages by their names. */
function loadedBy(args: readonly string[], input = ""): readonly string[] {
  const folder = new Folder().at("coverage");
  const env = { NODE_V8_COVERAGE: folder, LASTWORD_EVENTS_DIR: new Folder().at("events") };
  const { status } = spawnSync(execPath, [built.program, ...args], { env, input });
  expect(status).toBe(0);
  const urls = readdirSync(folder).flatMap((name) => urlsIn(readFileSync(`${folder}/${name}`, "utf8")));
  return [...new Set(urls.filter((url) => url.startsWith("file:")).map(moduleName))].toSorted();
}

function urlsIn(coverage: string): readonly string[] {
  const { result }: { readonly result: readonly { readonly url: string }[] } = JSON.parse(coverage);
  return result.map(({ url }) => url);
}

function moduleName(url: string): string {
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return packaged ?? relative(dirname(built.program), fileURLToPath(url)).replace(/\.js$/, "");
}

test("a hook's event loads what writes it down, and nothing else", () => {
  expect(loadedBy(["hook", "relay", "Stop"], "{}")).toEqual([
    "agents/hooks/event-record",
    "agents/hooks/package-version",
    "agents/hooks/relay",
    "cli",
    "cli/hook-relay",
  ]);
});

test.each(["--version", "-V"])("%s loads what prints, and no command", (option) => {
  expect(loadedBy([option])).toEqual([
    "agents/hooks/package-version",
    "cli",
    "cli/exit-codes",
    "cli/finish",
    "cli/io",
    "cli/output",
  ]);
});

test("--version says the package's version, and that it could not be written", () => {
  const packaged: { readonly version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const told = (stdio: StdioOptions) =>
    spawnSync(execPath, [built.program, "--version"], { stdio, encoding: "utf8" });
  expect(told("pipe")).toMatchObject({ status: 0, stdout: `${packaged.version}\n` });
  if (platform !== "linux") return;
  const full = openSync("/dev/full", "w");
  expect(told(["ignore", full, "pipe"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("ENOSPC"),
  });
  closeSync(full);
});

describe("a command loads no other's code", () => {
  const FOREIGN =
    /^cli\/(?:serve|report|sweep|runs|watch|overview|topics|completion)\/|^agents\/stores|^pg$|sqlite3|^ajv$/;

  const OWN = /^agents\/(?:home|hooks\/package-version|artifact\/json-fault)$/;
  const others = (loaded: readonly string[], needed: RegExp) =>
    loaded.filter(
      (name) =>
        FOREIGN.test(name) ||
        (/^(?:agents|transcripts)\//.test(name) && !needed.test(name) && !OWN.test(name)),
    );

  test("help", () => {
    const loaded = loadedBy(["--help"]);
    expect(loaded).toContain("commander");
    expect(others(loaded, /^transcripts\/(?:reasons|json)$/)).toEqual([]);
  });

  test("check", () => {
    const path = new Folder().at("s-1.jsonl");
    const lines = entries(header, user("Count."), assistant("Three."));
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
    const loaded = loadedBy(["check", path]);
    expect(loaded).toContain("cli/check");
    expect(others(loaded, /^transcripts\//)).toEqual([]);
  });
});
