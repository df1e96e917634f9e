import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { textOfPath } from "../../src/cli/file-path.ts";
import { findTranscripts } from "../../src/cli/paths.ts";
import { nameKind } from "../../src/cli/transcript-names.ts";
import { Folder } from "../support/folder.ts";

/** What is found, as `kind path`, paths from the folder on. */
async function found(folder: Folder, args: readonly string[], all = false): Promise<string[]> {
  const list: string[] = [];
  for await (const one of findTranscripts(args, { all })) {
    const path = one.kind === "standard-input" ? "-" : textOfPath(one.path).replace(`${folder.path}/`, "");
    list.push(`${one.kind === "file" && one.special ? "special" : one.kind} ${path}`);
  }
  return list;
}

describe("names", () => {
  test.each([
    ["5e55.jsonl", "transcript"],
    [".hidden.jsonl", "transcript"],
    ["rollout-2026-11-01T10-00-00-5e55.jsonl.zst", "transcript"],
    ["notes.reset.jsonl", "transcript"],
    ["5e55.trajectory.jsonl", "decoy"],
    ["5e55.jsonl.reset.2026-11-01T10-00-00.000Z", "retired"],
    ["5e55.jsonl.deleted.2026-11-01T10-00-00.000Z", "retired"],
    ["5e55.reset.2026-11-01T10-00-00.000Z.jsonl", "retired"],
    ["5e55.checkpoint.0f1e.jsonl", "retired"],
    ["5e55.jsonl.bak-1234", "retired"],
    ["5e55.bak-1234.jsonl", "retired"],
    ["sessions.json", "other"],
    ["sessions.json.bak-1", "other"],
    ["5e55.jsonl.lock", "other"],
    ["jsonl", "other"],
  ])("%s: %s", (name, kind) => {
    expect(nameKind(name)).toBe(kind);
  });
});

describe("a folder", () => {
  test("its transcripts, and those of the folders in it, in the order of their paths", async () => {
    const folder = new Folder();
    for (const name of [
      "b.jsonl",
      "a/z.jsonl",
      "a.jsonl",
      "a-b.jsonl",
      "A.jsonl",
      "a/b/c.jsonl",
      "é.jsonl",
      "z.jsonl.zst",
    ]) {
      folder.write(name);
    }
    const list = await found(folder, [folder.path]);
    const names = [
      "A.jsonl",
      "a-b.jsonl",
      "a.jsonl",
      "a/b/c.jsonl",
      "a/z.jsonl",
      "b.jsonl",
      "z.jsonl.zst",
      "é.jsonl",
    ];
    expect(list).toEqual(names.map((name) => `file ${name}`));
  });

  test("hidden files and folders too: agents keep theirs there", async () => {
    const folder = new Folder();
    folder.write(".claude/x.jsonl");
    folder.write(".y.jsonl");
    expect(await found(folder, [folder.path])).toEqual(["file .claude/x.jsonl", "file .y.jsonl"]);
  });

  test("retired copies are told of, and taken if asked for; decoys never", async () => {
    const folder = new Folder();
    folder.write("s.jsonl");
    folder.write("s.jsonl.reset.2026-11-01T10-00-00.000Z");
    folder.write("s.checkpoint.1.jsonl");
    folder.write("s.trajectory.jsonl");
    folder.write("sessions.json");
    const retired = ["s.checkpoint.1.jsonl", "s.jsonl.reset.2026-11-01T10-00-00.000Z"];
    const [copy, reset] = retired;
    expect(await found(folder, [folder.path])).toEqual([
      `left-out ${copy}`,
      "file s.jsonl",
      `left-out ${reset}`,
    ]);
    expect(await found(folder, [folder.path], true)).toEqual([
      `file ${copy}`,
      "file s.jsonl",
      `file ${reset}`,
    ]);
  });

  test("without transcripts: nothing, and why", async () => {
    const folder = new Folder();
    folder.write("sub/readme.md");
    expect(await found(folder, [folder.path])).toEqual([`nothing ${folder.path}`]);
    folder.write("s.jsonl.bak-1");
    expect(await found(folder, [folder.path])).toEqual(["left-out s.jsonl.bak-1", `nothing ${folder.path}`]);
  });

  test("links to files are followed, links to folders are not, unless they are named", async () => {
    const folder = new Folder();
    folder.write("real/a.jsonl");
    mkdirSync(folder.at("in"));
    symlinkSync(folder.at("real/a.jsonl"), folder.at("in/link.jsonl"));
    symlinkSync(folder.at("real"), folder.at("in/folder.jsonl"));
    symlinkSync("..", folder.at("in/loop"));
    symlinkSync("nowhere", folder.at("in/dangling.jsonl"));
    symlinkSync("self.jsonl", folder.at("in/self.jsonl"));
    const list = ["file in/dangling.jsonl", "file in/link.jsonl", "file in/self.jsonl"];
    expect(await found(folder, [folder.at("in")])).toEqual(list);
    expect(await found(folder, [folder.at("in/folder.jsonl")])).toEqual(["file in/folder.jsonl/a.jsonl"]);
  });

  test("pipes in it are nobody's transcript", async () => {
    const folder = new Folder();
    folder.write("a.jsonl");
    execFileSync("mkfifo", [folder.at("pipe.jsonl")]);
    expect(await found(folder, [folder.path])).toEqual(["file a.jsonl"]);
    expect(await found(folder, [folder.at("pipe.jsonl")])).toEqual(["special pipe.jsonl"]);
  });

  test("deep as a path can be", async () => {
    const folder = new Folder();
    folder.write(join(...Array.from({ length: 400 }, () => "d"), "a.jsonl"));
    expect(await found(folder, [folder.path])).toHaveLength(1);
  });
});

describe("names that are no UTF-8", () => {
  const odd = Buffer.from([0x78, 0xff, 0x2e, 0x6a, 0x73, 0x6f, 0x6e, 0x6c]);

  test("in a folder they keep their bytes", async () => {
    const folder = new Folder();
    const path = folder.writeBytes(odd);
    const list = [];
    for await (const one of findTranscripts([folder.path], { all: false })) list.push(one);
    expect(list).toEqual([{ kind: "file", path, special: false }]);
  });

  test("as arguments they are found by what is left of them, in folders that are none, too", async () => {
    const folder = new Folder();
    const path = folder.writeBytes(odd);
    mkdirSync(Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from([0xfe])]));
    const inside = folder.writeBytes(Buffer.from([0xfe, 0x2f, 0xff]));
    const args = [path.toString("utf8"), inside.toString("utf8"), `${folder.path}/x*.jsonl`];
    const list = [];
    for await (const one of findTranscripts(args, { all: false })) list.push(one);
    expect(list).toEqual([
      { kind: "file", path, special: false },
      { kind: "file", path: inside, special: false },
    ]);
  });

  test("one that is not there stays as it was typed", async () => {
    const folder = new Folder();
    expect(await found(folder, [folder.at("\ufffd.jsonl")])).toEqual(["file \ufffd.jsonl"]);
  });
});

describe("arguments", () => {
  test("a file of any name, a missing one, standard input", async () => {
    const folder = new Folder();
    const path = folder.write("log.txt");
    expect(await found(folder, [path, "-", folder.at("missing")])).toEqual([
      "file log.txt",
      "standard-input -",
      "file missing",
    ]);
  });

  test("each file once, however it is named", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl");
    const args = [
      path,
      `${folder.path}/./a.jsonl`,
      `${folder.path}//a.jsonl`,
      folder.path,
      `${folder.path}/*.jsonl`,
      "-",
      "-",
    ];
    expect(await found(folder, args)).toEqual(["file a.jsonl", "standard-input -"]);
  });

  test("a pattern: files as they match, folders searched, in order", async () => {
    const folder = new Folder();
    const names = ["a/2.jsonl", "a/1.jsonl", "b/3.jsonl", "b/3.trajectory.jsonl", "c.txt"];
    for (const name of names) folder.write(name);
    expect(await found(folder, [`${folder.path}/**/*.jsonl`])).toEqual([
      "file a/1.jsonl",
      "file a/2.jsonl",
      "file b/3.jsonl",
      "file b/3.trajectory.jsonl",
    ]);
    expect(await found(folder, [`${folder.path}/?`])).toEqual([
      "file a/1.jsonl",
      "file a/2.jsonl",
      "file b/3.jsonl",
    ]);
    expect(await found(folder, [`${folder.path}/*.nope`])).toEqual(["nothing *.nope"]);
  });

  test("a file whose name looks like a pattern is that file", async () => {
    const folder = new Folder();
    folder.write("run1.jsonl");
    const path = folder.write("run[1].jsonl");
    expect(await found(folder, [path])).toEqual(["file run[1].jsonl"]);
  });
});
