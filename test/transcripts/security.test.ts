/**
 * A transcript is written by a model, and read by who trusts it with nothing: whatever a file holds, and whatever
 * happens to it, the reader ends in bounded time and memory. Each judgement here runs in a process of its own.
 */

import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answer as answerLater, answerSync } from "../../src/transcripts/ask.ts";
import type { Answered } from "../../src/transcripts/ask.ts";
import { openTranscript } from "../../src/transcripts/bytes.ts";
import type { OpenFile } from "../../src/transcripts/bytes.ts";
import { judgeTranscript, judgeTranscriptSync } from "../../src/transcripts/index.ts";
import { judgeBytes } from "../../src/transcripts/judge-file.ts";
import type { Outcome } from "../../src/transcripts/outcome.ts";
import { settingsFrom } from "../../src/transcripts/settings.ts";
import { fixtures } from "../support/fixtures.ts";
import { fileOf } from "../support/judged.ts";
import { fromTail, whole } from "../../harness/laws/in-memory.ts";
import type { Said } from "../../harness/laws/in-memory.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";

const CHILD = fileURLToPath(new URL("../support/measured-child.ts", import.meta.url));
/** Far more than any of these takes, on a machine that does much else. */
const MS_MAX = 100_000;
const MIB_MAX = 256;

interface Measured {
  readonly kind: string;
  readonly reason: string;
  readonly format: string;
  readonly warnings: number;
}

/** What a process of its own says of the file, within the bounds. */
function measured(path: string, how: "file" | "stream" = "file", mebibytesMax = MIB_MAX): Measured {
  const child = spawnSync(execPath, ["--import", "tsx", CHILD, path, how], {
    encoding: "utf8",
    timeout: MS_MAX,
  });
  expect(child.stderr).toBe("");
  const told: Measured & { readonly ms: number; readonly mebibytes: number } = JSON.parse(child.stdout);
  expect(told.ms).toBeLessThan(MS_MAX);
  expect(told.mebibytes).toBeLessThan(mebibytesMax);
  return told;
}

const [head = "", asked = "", answer = ""] = entries(header, user("Count."), assistant("Three."));
const start = `${head}\n${asked}\n`;
const SLOW = { timeout: 2 * MS_MAX };

describe("deep nesting", SLOW, () => {
  const half = 5_000_000;
  const deep = "[".repeat(half) + "]".repeat(half);
  // V8 makes an object of a hundred bytes of each pair of brackets; a line is bounded, and so is that.
  const mebibytes = 1_200;

  test("10 million opening brackets", () => {
    const path = fileOf(`${start}${answer}\n{"type":"message","x":${"[".repeat(2 * half)}`);
    expect(measured(path)).toMatchObject({ reason: "torn-tail" });
    expect(measured(path, "stream")).toMatchObject({ reason: "torn-tail" });
  });

  test("10 million brackets in bookkeeping, and as an answer", () => {
    const note = `{"type":"custom","customType":"x","id":"e9","parentId":"e1","data":${deep}}`;
    expect(
      measured(fileOf(`${start}${note}\n${answer.replace('"e1"', '"e9"')}\n`), "file", mebibytes),
    ).toMatchObject({
      kind: "terminal",
    });
    const nested = answer.replace('[{"type":"text","text":"Three."}]', deep);
    expect(measured(fileOf(start + nested), "file", mebibytes)).toMatchObject({ reason: "no-visible-text" });
  });

  test("in Claude Code's rows, which are compared whole, and in a structured answer, which is written out again", () => {
    const row = (type: string, id: number, content: string): string =>
      `{"type":"${type}","uuid":"u${id}","parentUuid":${id === 0 ? "null" : `"u${id - 1}"`},"sessionId":"s",` +
      `"timestamp":"2026-11-01T10:00:0${id}Z","message":{"id":"m${id}","role":"${type}","content":${content},"stop_reason":"end_turn"}}`;
    const objects = '{"a":'.repeat(1_000_000) + "1" + "}".repeat(1_000_000);
    const call = `[{"type":"tool_use","id":"c1","name":"StructuredOutput","input":${objects}}]`;
    const result =
      '[{"type":"tool_result","tool_use_id":"c1","content":"Structured output provided successfully"}]';
    const said = '[{"type":"text","text":"Three."}]';
    expect(
      measured(fileOf([row("user", 0, deep), row("assistant", 1, said)].join("\n")), "file", mebibytes),
    ).toMatchObject({
      kind: "terminal",
    });
    const structured = [row("user", 0, '"x"'), row("assistant", 1, call), row("user", 2, result)].join("\n");
    expect(measured(fileOf(structured), "file", mebibytes).kind).not.toBe("terminal");
  });
});

describe("odd JSON", () => {
  test("huge numbers, as times and elsewhere", () => {
    for (const number of ["1e999", "-1e999", "9".repeat(1_000_000), `1e-${"9".repeat(400)}`, "1e308"]) {
      const record = answer.replace('"stopReason"', `"timestamp":${number},"n":${number},"stopReason"`);
      expect(whole(Buffer.from(start + record))).toMatchObject({ kind: "terminal", text: "Three." });
      expect(whole(Buffer.from(start + record), { since: 0 })).toHaveProperty("kind");
      expect(
        whole(Buffer.from(start + answer.replace(/"timestamp":"[^"]*"/, `"timestamp":${number}`))),
      ).toMatchObject({
        kind: "terminal",
      });
    }
  });

  test("keys that mean something to an object of JavaScript's", () => {
    const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
    for (const key of keys) {
      const evil = `{"${key}":{"type":"message","role":"assistant","polluted":true}}`;
      const inside = answer.replace('"stopReason"', `"${key}":${evil},"stopReason"`);
      expect(whole(Buffer.from(start + inside))).toMatchObject({ kind: "terminal", text: "Three." });
      const instead = answer.replace('"type":"message"', `"${key}":{"type":"message"}`);
      expect(whole(Buffer.from(start + instead)).kind).toBe("unfinished");
      expect(whole(Buffer.from(`${start}${answer}\n${evil}\n`))).toMatchObject({ kind: "terminal" });
      expect(whole(Buffer.from(`${start}${answer}\n${evil.slice(0, -4)}`)).kind).toBe("indeterminate");
      const used = entries(header, user("Count."), assistant("Three.", { rest: { id: key }, stop: key }));
      expect(whole(Buffer.from(used.join("\n")))).toMatchObject({ reason: "stop-not-final" });
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("a key twice: the last counts, in a torn record, too", () => {
    const stop = (...reasons: readonly string[]): string =>
      answer.replace('"stopReason":"stop"', reasons.map((reason) => `"stopReason":"${reason}"`).join(","));
    const said = (text: string): Said => {
      const bytes = Buffer.from(text);
      expect(fromTail(bytes)).toEqual(whole(bytes));
      return whole(bytes);
    };
    expect(said(start + stop("stop", "error"))).toMatchObject({ reason: "stopped-error" });
    expect(said(start + stop("error", "stop"))).toMatchObject({ kind: "terminal" });
    const torn = (...types: readonly string[]): string =>
      `${start}${answer}\n{${types.map((type) => `"type":"${type}","customType":"x"`).join(",")},"da`;
    expect(said(torn("custom"))).toMatchObject({ kind: "terminal" });
    expect(said(torn("message", "custom"))).toMatchObject({ kind: "terminal" });
    expect(said(torn("custom", "message"))).toMatchObject({ reason: "torn-tail" });
  });

  test("a line of escapes", SLOW, () => {
    for (const escape of [String.raw`\"`, String.raw`\\`, String.raw`\u0000`, String.raw`\ud800`]) {
      const text = escape.repeat(14_000_000 / escape.length);
      expect(measured(fileOf(start + answer.replace("Three.", `x${text}`)))).toMatchObject({
        kind: "terminal",
      });
      expect(measured(fileOf(`${start}${answer}\n{"type":"message","x":"${text}`))).toMatchObject({
        reason: "torn-tail",
      });
    }
  });
});

describe("beginnings without an end", SLOW, () => {
  test("of records, on one line, each with a whole record behind it", () => {
    const pieces = entries(...Array.from({ length: 16_000 }, () => user("x")));
    const line = pieces.map((piece) => `{"a":[{"x"{"x"${piece}`).join("");
    expect(measured(fileOf(`${start}${answer}\n${line}\n`))).toMatchObject({ reason: "corrupt-tail" });
  });

  test("of records, on many lines", () => {
    const line = '{"a":'.repeat(4_000);
    expect(measured(fileOf(`${start}${answer}\n${`${line}\n`.repeat(150)}`))).toMatchObject({
      reason: "corrupt-tail",
    });
  });

  test("of notifications, in what an agent says to another", () => {
    const text = "<subagent_notification>".repeat(600_000);
    const record = (type: string, payload: object): string =>
      JSON.stringify({ timestamp: "2026-11-01T10:00:00Z", type, payload });
    const rollout = [
      record("session_meta", { id: "s-1" }),
      record("event_msg", { type: "task_started", turn_id: "u1" }),
      record("inter_agent_communication", { author: "a", recipient: "b", content: text }),
      record("event_msg", { type: "task_complete", turn_id: "u1", last_agent_message: "Three." }),
    ];
    expect(measured(fileOf(rollout.join("\n")))).toMatchObject({ kind: "terminal" });
  });
});

describe("10 million tiny lines", SLOW, () => {
  const many = 10_000_000;
  const fewer = 2_000_000;

  test.each([
    ["empty, behind the answer", () => `${start}${answer}\n${"\n".repeat(many)}`, "final-answer"],
    ["empty, before the answer", () => `${start}${"\n".repeat(many)}${answer}\n`, "final-answer"],
    [
      "two million objects, behind the answer",
      () => `${start}${answer}\n${"{}\n".repeat(fewer)}`,
      "final-answer",
    ],
    [
      "two million letters, behind the answer",
      () => `${start}${answer}\n${"x\n".repeat(fewer)}`,
      "corrupt-tail",
    ],
    ["and nothing else", () => "\n".repeat(many), "unknown-format"],
  ])("%s", (_, text, reason) => {
    const told = measured(fileOf(text()));
    expect(told.reason).toBe(reason);
    expect(told.warnings).toBeLessThanOrEqual(1_000);
  });

  test("in a stream", () => {
    expect(measured(fileOf(`${start}${answer}\n${"\n".repeat(many)}`), "stream")).toMatchObject({
      kind: "terminal",
    });
  });
});

describe("one line of 512 MB", SLOW, () => {
  const size = 512 * 1024 * 1024;

  test("of NUL, behind the answer", () => {
    const path = fileOf(`${start}${answer}\n`);
    truncateSync(path, size);
    expect(measured(path, "file", 64 + 32)).toMatchObject({ reason: "line-too-long" });
  });

  test("between the question and the answer", () => {
    const path = fileOf(`${start}{"type":"custom","customType":"x","data":"`);
    const file = openSync(path, "a");
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    for (let written = 0; written < size; written += megabyte.byteLength) writeSync(file, megabyte);
    writeSync(file, `"}\n${answer}\n`);
    closeSync(file);
    expect(measured(path, "file", 64 + 32)).toMatchObject({ kind: "terminal" });
    expect(measured(path, "stream", 160)).toMatchObject({ kind: "terminal" });
  });
});

test("bad UTF-8 in every position never proves another answer", () => {
  const names = ["OC-01", "OC-06", "CC-01", "CX-01"];
  for (const { bytes, options } of fixtures.filter(({ name }) => names.includes(name))) {
    const sound = whole(bytes, options);
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = 0xff;
      const told = whole(spoilt, options);
      if (told.kind === "terminal") expect(told).toMatchObject({ text: sound.text });
      if (at % 17 === 0) expect(fromTail(spoilt, options)).toEqual(told);
    }
  }
});

describe("a file that somebody else changes", () => {
  let helper: ChildProcess | undefined;
  beforeEach(() => {
    helper = undefined;
  });
  afterEach(() => helper?.kill());

  /** Runs a script over and over beside the test, and waits for it to begin. */
  const beside = async (script: string, ...given: string[]): Promise<void> => {
    helper = spawn(
      execPath,
      ["-e", `const fs = require("node:fs"); const [, ...given] = process.argv; ${script}`, ...given],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await new Promise((resolve) => {
      helper?.stdout?.once("data", resolve);
    });
  };

  test("one that grows with every read is judged by its size at open", async () => {
    const path = fileOf(`${start}${answer}\n`);
    // So many lines behind the answer that its tail is given up for a reading from the start: both must end.
    appendFileSync(path, "{}\n".repeat(100_000));
    const judge = async (how: "blocking" | "not"): Promise<Answered<Outcome> & { size: number }> => {
      const file = openTranscript(path);
      const grow = (): void =>
        appendFileSync(path, "{}\n".repeat(100_000) + answer.replace("Three.", "Late."));
      const growing: OpenFile = {
        ...file,
        read(...ask) {
          grow();
          return file.read(...ask);
        },
        readLater(...ask) {
          grow();
          return file.readLater(...ask);
        },
      };
      const asking = judgeBytes(file.size, settingsFrom({}));
      const said = how === "blocking" ? answerSync(asking, growing) : await answerLater(asking, growing);
      file.close();
      return { ...said, size: file.size };
    };
    const first = await judge("blocking");
    expect(first.value.verdict).toMatchObject({ kind: "terminal", text: "Three." });
    // The head, the tail, and all of it once: and nothing behind its size at open.
    expect(first.bytesRead).toBeLessThan(3 * first.size);
    truncateSync(path, first.size);
    const second = await judge("not");
    expect(second).toEqual(first);
  });

  test("one that another process writes to without a pause is judged as it was when it was opened", async () => {
    const path = fileOf(`${start}${answer}\n`);
    // Records, not a flood of tiny lines: as fast as a disk takes those, no reader reads them.
    await beside(
      `const note = JSON.stringify({ type: "custom", customType: "x", data: "x".repeat(65536) }) + "\\n";
      console.log(1);
      for (let count = 0; count < 20000; count += 1) {
        fs.appendFileSync(given[0], note);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }`,
      path,
    );
    for (const judge of [judgeTranscriptSync, judgeTranscript]) {
      const { kind, bytes } = await judge(path);
      expect(kind).toBe("terminal");
      expect(bytes).toBeLessThanOrEqual(statSync(path).size);
    }
  });

  test("one that is cut and written again, over and over, always has a verdict", async () => {
    const path = fileOf(`${start}${answer}\n`);
    const text = `${start}${"{}\n".repeat(100_000)}${answer}\n`;
    writeFileSync(`${path}.text`, text);
    await beside(
      'const text = fs.readFileSync(given[0] + ".text"); console.log(1); for (;;) fs.writeFileSync(given[0], text);',
      path,
    );
    for (let count = 0; count < 200; count += 1) {
      const verdict = judgeTranscriptSync(path);
      if (verdict.kind === "terminal") expect(verdict.text).toBe("Three.");
    }
  });

  test.runIf(platform !== "win32")(
    "a link that is swapped between check and open never leads out of the root",
    async () => {
      const outside = fileOf(
        entries(header, user("Count."), assistant("Secret.")).join("\n"),
        "secret.jsonl",
      );
      const root = join(outside, "..", "root");
      mkdirSync(join(root, "inside"), { recursive: true });
      mkdirSync(join(root, "..", "beside"), { recursive: true });
      writeFileSync(join(root, "inside", "a.jsonl"), start + answer);
      writeFileSync(
        join(root, "..", "beside", "a.jsonl"),
        entries(header, user("Count."), assistant("Secret.")).join("\n"),
      );
      symlinkSync(join(root, "inside", "a.jsonl"), join(root, "file.jsonl"));
      symlinkSync(join(root, "inside"), join(root, "folder"));
      await beside(
        `const [root, outside] = given;
      const swap = (name, target) => { fs.symlinkSync(target, root + "/new"); fs.renameSync(root + "/new", root + "/" + name); };
      console.log(1);
      for (;;) {
        swap("file.jsonl", outside); swap("folder", root + "/../beside");
        swap("file.jsonl", root + "/inside/a.jsonl"); swap("folder", root + "/inside");
      }`,
        root,
        outside,
      );
      const seen = new Set<string>();
      // Both are met sooner or later, however seldom the other process has its turn.
      for (let count = 0; count < 4_000 || (seen.size < 2 && count < 400_000); count += 1) {
        for (const name of ["file.jsonl", "folder/a.jsonl"]) {
          const verdict = judgeTranscriptSync(join(root, name), { root });
          seen.add(verdict.kind === "terminal" ? verdict.text : verdict.reason);
        }
      }
      expect([...seen].sort()).toEqual(["Three.", "unreadable"]);
    },
  );
});
