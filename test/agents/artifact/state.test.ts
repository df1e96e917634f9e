/** What a result file is worth: each state by example, as a file on disk. */

import { createHash } from "node:crypto";
import { mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { examineArtifact } from "../../../src/agents/index.ts";
import type { ArtifactEvidence, ArtifactRequest } from "../../../src/agents/index.ts";
import { Folder } from "../../support/folder.ts";

const NOW = Date.UTC(2026, 10, 1, 12);
const LATER = NOW + 60_000;

/** A file with this content, changed at `NOW`, examined a minute later. */
async function examine(
  content: string | Uint8Array,
  over: Partial<ArtifactRequest> = {},
  now = LATER,
): Promise<ArtifactEvidence> {
  const path = new Folder().write("result.json", content);
  utimesSync(path, NOW / 1000, NOW / 1000);
  return examineArtifact({ path, ...over }, now);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("whole or not", () => {
  test.each<[string, string | Uint8Array, object]>([
    ["an object", '{"a":1}', { state: "valid", value: { a: 1 }, schema: null, validated: false }],
    ["an object behind a byte order mark", '\ufeff{"a":1}\n', { state: "valid" }],
    ["nothing", "", { state: "empty" }],
    ["white space", " \n", { state: "empty" }],
    ["an array", "[1]", { state: "not-an-object", detail: "it holds an array; a JSON object was wanted" }],
    [
      "a text",
      '"done"',
      { state: "not-an-object", detail: 'it holds a string, "done"; a JSON object was wanted' },
    ],
    ["null", "null", { state: "not-an-object" }],
    [
      "a beginning",
      '{"a":\n [1, tr',
      { state: "unparseable", detail: expect.stringContaining("line 2, column 8") },
    ],
    ["words", '{"a": oops}', { state: "unparseable", detail: "no JSON at line 1, column 7 (character 6)" }],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0x7d]), { state: "unparseable" }],
    ["nesting without end", `{"a":${"[".repeat(300)}${"]".repeat(300)}}`, { state: "unparseable" }],
  ])("%s", async (_, content, expected) => {
    expect(await examine(content)).toMatchObject(expected);
  });

  test("a beginning may still be written until its grace is over; what no further byte can mend may not", async () => {
    expect(await examine('{"a":', {}, NOW + 1_000)).toMatchObject({
      state: "incomplete",
      settlesAt: NOW + 15_000,
    });
    expect(await examine('{"a" 1}', {}, NOW + 1_000)).toMatchObject({ state: "unparseable" });
    expect(await examine(Buffer.from('{"a":"ä').subarray(0, -1), {}, NOW + 1_000)).toMatchObject({
      state: "incomplete",
    });
  });
});

describe("this attempt's or not", () => {
  test("older than the launch: stale", async () => {
    expect(await examine("{}", { launchedAt: NOW + 1 })).toMatchObject({
      state: "stale",
      ofThisAttempt: false,
    });
    expect(await examine("{}", { launchedAt: NOW })).toMatchObject({ state: "valid", ofThisAttempt: true });
  });

  test("the bytes of the launch: unchanged, whatever the time says", async () => {
    const launch = { launchedAt: NOW - 1, launchSha256: sha256("{}") };
    expect(await examine("{}", launch)).toMatchObject({ state: "unchanged" });
    expect(await examine('{"a":1}', launch)).toMatchObject({ state: "valid" });
  });

  test("another's id: foreign; an id that is not there says nothing", async () => {
    const ids = { session_id: "s1", task_id: "t1" };
    expect(await examine('{"session_id":"s2"}', { ids })).toMatchObject({
      state: "foreign",
      detail: 'its session_id is "s2", and this attempt\'s is "s1"',
    });
    expect(await examine('{"task_id":"t1"}', { ids })).toMatchObject({ state: "valid" });
  });
});

describe("in its place or not", () => {
  test("missing, and for a while after the end not yet there", async () => {
    const path = new Folder().at("result.json");
    expect(await examineArtifact({ path }, NOW)).toMatchObject({ state: "missing" });
    expect(await examineArtifact({ path, endedAt: NOW - 1_000 }, NOW)).toMatchObject({
      state: "missing",
      settlesAt: NOW + 14_000,
    });
    expect(await examineArtifact({ path, endedAt: NOW - 15_000 }, NOW)).not.toHaveProperty("settlesAt");
  });

  test.each(["result.json.tmp", ".result.json.a1b2", "result.json.123.part", "result.tmp", "result.json~"])(
    "only %s beside it",
    async (name) => {
      const folder = new Folder();
      folder.write(name, "{}");
      expect(await examineArtifact({ path: folder.at("result.json") }, Date.now() + 60_000)).toMatchObject({
        state: "temp-file-only",
        detail: expect.stringContaining(name),
      });
    },
  );

  test("a temporary file of another result, or of before the launch, is none", async () => {
    const folder = new Folder();
    folder.write("result.json2.tmp", "{}");
    folder.write("other.json.tmp", "{}");
    utimesSync(folder.write("result.json.tmp", "{}"), 1, 1);
    const request = { path: folder.at("result.json"), launchedAt: NOW };
    expect(await examineArtifact(request, NOW)).toMatchObject({ state: "missing" });
  });

  test("a link in its place, a link on the way, a path out of the root: redirected", async () => {
    const folder = new Folder();
    const real = folder.write("real/result.json", "{}");
    symlinkSync(real, folder.at("result.json"));
    symlinkSync(folder.at("real"), folder.at("linked"));
    const inRoot = (path: string) => examineArtifact({ path: folder.at(path), root: folder.path }, NOW);
    expect(await inRoot("result.json")).toMatchObject({ state: "redirected" });
    expect(await inRoot("linked/result.json")).toMatchObject({ state: "redirected" });
    expect(await inRoot("../result.json")).toMatchObject({ state: "redirected" });
    expect(await inRoot("real/result.json")).toMatchObject({ state: "valid" });
    expect(await examineArtifact({ path: folder.at("result.json") }, NOW)).toMatchObject({
      state: "redirected",
    });
  });

  test("a root that is itself reached by a link is the caller's own choice", async () => {
    const folder = new Folder();
    folder.write("real/result.json", "{}");
    symlinkSync(folder.at("real"), folder.at("linked"));
    const root = folder.at("linked");
    expect(await examineArtifact({ path: `${root}/result.json`, root }, LATER)).toMatchObject({
      state: "valid",
    });
  });

  test("a folder in its place cannot be read; a file over the limit is not", async () => {
    const folder = new Folder();
    mkdirSync(folder.at("result.json"));
    expect(await examineArtifact({ path: folder.at("result.json") }, NOW)).toMatchObject({
      state: "unreadable",
      detail: "a folder lies there, not a regular file",
    });
    const large = folder.write("large.json", Buffer.alloc(8 * 1024 * 1024 + 1, " "));
    expect(await examineArtifact({ path: large }, NOW)).toMatchObject({ state: "too-large" });
  });
});

test("a critical escalation is found beside what is valid and what is not", async () => {
  const content = '{"escalations":[{"type":"ambiguity","severity":"critical","detail":"two owners"}]}';
  expect(await examine(content)).toMatchObject({ state: "valid", critical: "ambiguity: two owners" });
  const validator = { name: "no", errorsIn: () => [{ pointer: "", found: "x", wanted: "y" }] };
  expect(await examine(content, { validator })).toMatchObject({
    state: "invalid",
    critical: expect.any(String),
  });
});

test("a validator that stumbles makes nothing valid, and nothing invalid", async () => {
  const validator = {
    name: "mine",
    errorsIn: () => {
      throw new Error("oops");
    },
  };
  expect(await examine("{}", { validator })).toMatchObject({
    state: "unvalidated",
    validated: false,
    detail: "the validator mine failed: oops",
  });
});

test("a file that is renamed into place is whole or not there", async () => {
  const folder = new Folder();
  renameSync(folder.write("result.json.tmp", '{"a":1}'), folder.at("result.json"));
  expect(await examineArtifact({ path: folder.at("result.json") }, NOW)).toMatchObject({ state: "valid" });
});
