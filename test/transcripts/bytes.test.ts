/** Opening: a regular file inside its root, or a refusal that says what stands in the way. Nothing hangs. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { geteuid, platform } from "node:process";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TranscriptOpenError, openTranscript } from "../../src/transcripts/bytes.ts";
import type { OpenOptions, TranscriptPath } from "../../src/transcripts/bytes.ts";
import { judgeTranscript, judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { Judgement } from "../../src/transcripts/index.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";

const transcript = entries(header, user("Count."), assistant("Three.")).join("\n") + "\n";
const unix = platform !== "win32";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lastword-bytes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const written = (name: string): string => {
  writeFileSync(at(name), transcript);
  return at(name);
};

/** Why it was not opened: reason and detail in one line. */
function refusal(path: TranscriptPath, options: OpenOptions = {}): string {
  try {
    openTranscript(path, options).close();
  } catch (error) {
    if (error instanceof TranscriptOpenError) return `${error.failure.reason}: ${error.failure.detail}`;
    throw error;
  }
  return "it was opened";
}

/** The same, as the judge says it. */
function verdict(judgement: Judgement): string {
  if (judgement.kind !== "indeterminate") return judgement.kind;
  return `${judgement.reason}: ${judgement.detail ?? ""}`;
}

describe("a regular file", () => {
  test("is opened by path, by the bytes of a path, by URL", () => {
    const path = written("a b\n%20.jsonl");
    for (const source of [path, Buffer.from(path), pathToFileURL(path)]) {
      const file = openTranscript(source);
      expect(file.size).toBe(transcript.length);
      file.close();
      expect(judgeTranscriptSync(source)).toMatchObject({ kind: "terminal", bytes: transcript.length });
    }
  });

  test("its size is that at open: what is appended later is not seen", () => {
    const path = written("growing.jsonl");
    const file = openTranscript(path);
    appendFileSync(path, "more");
    expect(file.size).toBe(transcript.length);
    file.close();
  });

  test("a link to it is followed where no root is given", () => {
    symlinkSync(written("real.jsonl"), at("link.jsonl"));
    expect(judgeTranscriptSync(at("link.jsonl"))).toMatchObject({ kind: "terminal" });
  });

  test("an empty one is of no known format", () => {
    writeFileSync(at("empty.jsonl"), "");
    expect(judgeTranscriptSync(at("empty.jsonl"))).toMatchObject({
      reason: "unknown-format",
      bytes: 0,
      bytesRead: 0,
    });
  });
});

describe("nothing there", () => {
  test.each(["gone.jsonl", "gone/x.jsonl", "file.jsonl/x"])("%s is missing", (name) => {
    written("file.jsonl");
    expect(refusal(at(name))).toBe("missing: there is no file at this path; check the path");
    expect(judgeTranscriptSync(at(name))).toMatchObject({ reason: "missing", format: "unknown", bytes: 0 });
  });

  test("a link that leads nowhere is missing", () => {
    symlinkSync(at("gone"), at("link"));
    expect(refusal(at("link"))).toMatch(/^missing/);
    expect(refusal(at("link"), { root: folder })).toMatch(/^missing/);
  });

  test("so it is for the asynchronous twin", async () => {
    expect(verdict(await judgeTranscript(at("gone")))).toMatch(/^missing/);
  });
});

describe("what is no regular file", () => {
  test("a folder", () => {
    expect(refusal(folder)).toMatch(/^unreadable: a folder, not a regular file; give/);
  });

  test.runIf(unix)("a FIFO does not hang the reader", () => {
    execFileSync("mkfifo", [at("fifo")]);
    expect(refusal(at("fifo"))).toMatch(/^unreadable: a FIFO/);
    expect(refusal(at("fifo"), { root: folder })).toMatch(/^unreadable/);
    expect(verdict(judgeTranscriptSync(at("fifo")))).toMatch(/^unreadable: a FIFO/);
  });

  test.runIf(unix).each(["/dev/zero", "/dev/null"])("the device %s", (path) => {
    expect(refusal(path)).toMatch(/^unreadable: a character device/);
  });

  test.runIf(unix)("a terminal, or what is left of one", () => {
    expect(refusal("/dev/tty")).toMatch(/^unreadable/);
  });

  test.runIf(unix)("a socket", async () => {
    const server = await new Promise<Server>((resolve) => {
      const one = createServer().listen(at("socket"), () => resolve(one));
    });
    expect(refusal(at("socket"))).toMatch(/^unreadable: .*socket/);
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  test("a loop of links", () => {
    symlinkSync(at("b"), at("a"));
    symlinkSync(at("a"), at("b"));
    expect(refusal(at("a"))).toMatch(/^unreadable: .*link/);
  });

  test.each(["", "a\0b", "x".repeat(10_000)])("a path that is none (%#)", (path) => {
    expect(refusal(path)).toMatch(/^(?:unreadable|missing)/);
    expect(verdict(judgeTranscriptSync(path))).toMatch(/^(?:unreadable|missing)/);
  });

  test("a URL that names no file", () => {
    expect(refusal(new URL("https://example.org/a.jsonl"))).toMatch(/^unreadable/);
  });
});

test.runIf(unix)("no permission", () => {
  const path = written("secret.jsonl");
  chmodSync(path, 0);
  expect(geteuid?.() === 0 ? verdictOfNobody(path) : refusal(path)).toMatch(
    /^unreadable: permission denied; run as/,
  );
});

/** Root may read everything: a child process gives that up, once it has its sources. */
function verdictOfNobody(path: string): string {
  chmodSync(folder, 0o755);
  const index = new URL("../../src/transcripts/index.ts", import.meta.url).href;
  const script = `const { judgeTranscriptSync } = await import(${JSON.stringify(index)});
    process.seteuid(65534);
    const { reason, detail } = judgeTranscriptSync(process.argv[1]);
    console.log(reason + ": " + detail);`;
  const arguments_ = ["--import", "tsx", "--input-type=module", "-e", script, path];
  return spawnSync(process.execPath, arguments_, { encoding: "utf8" }).stdout;
}

describe("a root", () => {
  test("holds what lies inside it", () => {
    const path = written("in.jsonl");
    expect(judgeTranscriptSync(path, { root: folder })).toMatchObject({ kind: "terminal" });
    expect(judgeTranscriptSync(path, { root: folder + "/" })).toMatchObject({ kind: "terminal" });
    symlinkSync(path, at("link.jsonl"));
    expect(judgeTranscriptSync(at("link.jsonl"), { root: folder })).toMatchObject({ kind: "terminal" });
  });

  test("keeps out what a link or dots lead out to, and neighbours that begin alike", () => {
    mkdirSync(at("root"));
    mkdirSync(at("root-2"));
    const outside = written("root-2/out.jsonl");
    symlinkSync(outside, at("root/link.jsonl"));
    symlinkSync(at("root-2"), at("root/folder"));
    for (const path of [
      outside,
      at("root/link.jsonl"),
      at("root/folder/out.jsonl"),
      at("root/../root-2/out.jsonl"),
      at("root"),
    ]) {
      expect(refusal(path, { root: at("root") })).toBe(
        "unreadable: the path leads out of its root folder; give a path inside it",
      );
    }
  });

  test("a root that is not there", () => {
    expect(refusal(written("a.jsonl"), { root: at("gone") })).toMatch(/^missing/);
  });

  test("the whole file system is a root as well", () => {
    expect(judgeTranscriptSync(written("a.jsonl"), { root: "/" })).toMatchObject({ kind: "terminal" });
  });
});

describe("a file that changes during the read", () => {
  test("one that shrinks is unreadable, and says that it may be tried again", async () => {
    const path = at("shrinking.jsonl");
    const large = transcript + "\n".repeat(300_000);
    for (const judge of [judgeTranscriptSync, judgeTranscript]) {
      writeFileSync(path, large);
      const file = openTranscript(path);
      truncateSync(path, 10);
      expect(file.size).toBe(large.length);
      expect(file.read(Buffer.alloc(100), 100, 50)).toBe(0);
      file.close();
      expect((await judge(path)).kind).toBe("indeterminate");
    }
  });

  test("one that is replaced is read as it was at open", () => {
    const path = written("replaced.jsonl");
    const file = openTranscript(path);
    writeFileSync(at("new.jsonl"), "other");
    renameSync(at("new.jsonl"), path);
    const bytes = Buffer.alloc(file.size);
    expect(file.read(bytes, file.size, 0)).toBe(file.size);
    expect(bytes.toString()).toBe(transcript);
    file.close();
  });
});
