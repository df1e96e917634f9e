/** `lastword hook relay`, as a hook runs it: silent, exit code 0 whatever happens, and quick about it. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEventFiles } from "../../src/agents/index.ts";
import { PAYLOAD_BYTES_MAX, hookRelay } from "../../src/cli/hook-relay.ts";
import { build, ended, shell } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { Folder } from "../support/folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

const QUIET = { out: "", err: "", code: 0 };

describe("silent, and 0", () => {
  test.each([
    ["an event", 'echo \'{"session_id":"s1"}\' | LASTWORD_EVENTS_DIR="$1/events" lastword hook relay Stop'],
    ["no loop", "echo '{}' | lastword hook relay Stop"],
    ["no event", "echo '{}' | LASTWORD_EVENTS_DIR=\"$1\" lastword hook relay"],
    ["no name", "echo '{}' | LASTWORD_EVENTS_DIR=\"$1\" lastword hook relay 'a/b'"],
    ["too many words", "echo '{}' | LASTWORD_EVENTS_DIR=\"$1/events\" lastword hook relay Stop --now"],
    ["no folder", "echo '{}' | LASTWORD_EVENTS_DIR=\"$1/a/b\" lastword hook relay Stop"],
    ["no standard input", 'LASTWORD_EVENTS_DIR="$1/events" lastword hook relay Stop <&-'],
    ["a folder for standard input", 'LASTWORD_EVENTS_DIR="$1/events" lastword hook relay Stop < "$1"'],
    [
      "nowhere to write to",
      "echo '{}' | LASTWORD_EVENTS_DIR=\"$1/events\" lastword hook relay Stop >&- 2>&-",
    ],
  ])("%s", async (_, script) => {
    expect(await shell(built, script, [new Folder().path])).toMatchObject(QUIET);
  });

  test("a standard input that never ends", async () => {
    const folder = new Folder();
    const child = spawn(execPath, [built.program, "hook", "relay", "Stop"], {
      env: { LASTWORD_EVENTS_DIR: folder.at("events") },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.write('{"session_id":');
    expect(await ended(child)).toMatchObject(QUIET);
    expect(readEventFiles([folder.at("events")]).events).toMatchObject([{ name: "Stop" }]);
  });
});

test("many at once lose nothing", async () => {
  const folder = new Folder();
  const script = `
    export LASTWORD_EVENTS_DIR="$1/the events"
    for i in 1 2 3 4 5 6 7 8; do echo "{\\"session_id\\":\\"s$i\\"}" | lastword hook relay Stop & done; wait`;
  expect(await shell(built, script, [folder.path])).toMatchObject({ out: "", err: "" });
  const { events, malformed } = readEventFiles([folder.at("the events")]);
  expect(malformed).toEqual([]);
  expect(events.map((event) => String(event.sessionId)).toSorted()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((index) => `s${index}`),
  );
});

test("of a payload over the limit the event is kept", async () => {
  const folder = new Folder();
  const chunk = Buffer.alloc(PAYLOAD_BYTES_MAX / 4, " ");
  const stdin = (async function* () {
    for (let index = 0; index < 5; index += 1) yield chunk;
  })();
  await hookRelay("Stop", { stdin, env: { LASTWORD_EVENTS_DIR: folder.at("events") } });
  expect(readEventFiles([folder.at("events")]).events).toMatchObject([{ name: "Stop" }]);
});

test("its help is help", async () => {
  const { code, out } = await shell(built, 'cd "$1" && lastword hook relay --help', [new Folder().path]);
  expect(code).toBe(0);
  expect(out).toContain("hook relay");
});

test("what it loads is little: an event must not wait for the readers, or for the arguments' parser", () => {
  expect([...loadedBy("src/cli/hook-relay.ts")].toSorted()).toEqual([
    "src/agents/hooks/event-record.ts",
    "src/agents/hooks/package-version.ts",
    "src/agents/hooks/relay.ts",
    "src/cli/hook-relay.ts",
  ]);
});

/** A file and all that it imports of ours when it is loaded, and packages other than Node's own. */
function loadedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  seen.add(path);
  const source = readFileSync(join(root, path), "utf8");
  for (const [, name = ""] of source.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm)) {
    const found = name.startsWith(".") ? posix.join(posix.dirname(path), name) : name;
    if (!found.startsWith("node:") && !seen.has(found)) loadedBy(found, seen);
  }
  return seen;
}
