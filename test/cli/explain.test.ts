import { writeFileSync } from "node:fs";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { run } from "../support/command-line.ts";
import type { RunOptions } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import {
  assistant,
  call,
  custom,
  entries,
  header,
  result,
  user,
  yields,
} from "../support/openclaw-records.ts";

/** Explains a transcript that holds this. */
async function explained(
  content: string | readonly string[],
  args: readonly string[] = [],
  options: RunOptions = {},
) {
  const folder = new Folder();
  const path = folder.write("a.jsonl", typeof content === "string" ? content : lines(content));
  const ran = await run(["explain", path, ...args], options);
  return { ...ran, out: ran.out.replaceAll(`${folder.path}/`, "") };
}

describe("explain, for people", () => {
  test("the verdict, the sentence, what was saved, and every record with its place", async () => {
    const { code, out, err } = await explained(CUT_IN_TOOL);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toBe(`a.jsonl
unfinished: tool result last
  why      A tool result is the last word; a message of the model behind it that ends the turn would
           have been accepted.
  reason   trailing-tool-result
  decided  line 4, byte ${CUT_IN_TOOL.lastIndexOf('{"id":"e3"')}, entry e3, 2026-11-01T10:00:03.000Z
  salvage  Let me see. (line 3, byte ${CUT_IN_TOOL.lastIndexOf('{"id":"e2"')}, entry e2, 2026-11-01T10:00:02.000Z)
  file     openclaw format, ${Buffer.byteLength(CUT_IN_TOOL)} B, read whole

All records, > decided, * salvage; times are UTC
  2026-11-01
  1  10:00:00Z  session header
  2  10:00:01Z  input: Count.
* 3  10:00:02Z  assistant, stopped for a tool, calls exec: Let me see.
> 4  10:00:03Z  tool result: ok
`);
  });

  test("an answer", async () => {
    const { code, out } = await explained(ANSWERED);
    expect(code).toBe(0);
    expect(out).toContain("terminal: final answer");
    expect(out).toContain("  answer   Three.\n");
    expect(out).toContain("> 3  10:00:02Z  assistant, turn ended: Three.");
  });

  test("a wait, bookkeeping, an open call, an unknown record", async () => {
    const parked = await explained(
      entries(header, user("x"), ...yields("Waiting."), custom("openclaw.cache-ttl")),
    );
    expect(parked.out).toContain("parked: waits after a yield");
    expect(parked.out).toContain("tool result; yield: waits to be woken");
    expect(parked.out).toContain("custom/openclaw.cache-ttl (no effect)");
    const open = await explained(
      entries(header, user("x"), assistant("", { calls: [call("a", "read"), call("b")] }), result("a")),
    );
    expect(open.out).toContain("assistant, stopped for a tool, calls read, exec");
    const unknown = await explained(entries(header, user("x"), assistant("Yes."), { type: "novel" }));
    expect(unknown.out).toContain("unknown record novel");
    expect(unknown.out).toContain("Warnings\n  line 4, byte");
    expect(unknown.out).toContain("unknown-record (novel)");
  });

  test("damage is listed where it stands", async () => {
    const { out } = await explained(`${ANSWERED}{"type":"mess`);
    expect(out).toContain("indeterminate: last record torn");
    expect(out).toContain("> 4             torn bytes, no whole record");
    expect(out).toMatch(/Warnings\n {2}line 4, byte \d+: torn-tail/);
  });

  test("an answer taken though its end was not recorded is marked", async () => {
    const unrecorded = entries(header, user("x"), assistant("Yes.", { stop: null }));
    expect((await explained(unrecorded)).out).toContain("indeterminate: stop not recorded");
    const { code, out } = await explained(unrecorded, ["--accept-unrecorded-stop"]);
    expect(code).toBe(0);
    expect(out).toContain("terminal: answer, unrecorded");
    expect(out).toMatch(/caution {2}.*--accept-unrecorded-stop/);
  });

  test("what is no transcript: no records explained, but listed", async () => {
    const { code, out } = await explained('{"type":"event","message":"hello"}\n');
    expect(code).toBe(1);
    expect(out).toContain("indeterminate: no known transcript");
    expect(out).toContain("event (no effect): hello");
  });

  test("as many of the last records as asked for", async () => {
    const many = entries(header, ...Array.from({ length: 30 }, (_, index) => user(`question ${index}`)));
    const rows = (out: string) => out.split("\n").filter((line) => line.includes("input: question"));
    expect(rows((await explained(many)).out)).toHaveLength(12);
    expect(rows((await explained(many, ["--last", "3"])).out).map((row) => row.slice(-2))).toEqual([
      "27",
      "28",
      "29",
    ]);
    expect((await explained(many, ["--last", "31"])).out).toContain("All records");
    expect((await explained(many, ["--last", "30"])).out).toContain("The last records");
  });

  test("the record that decided is listed, however far back it stands", async () => {
    const filler = Array.from({ length: 400 }, (_, index) => custom(`filler ${index} ${"x".repeat(500)}`));
    const { out } = await explained(
      entries(header, user("x"), assistant("Lost.", { calls: [call("a")] }), ...filler),
    );
    const [list = ""] = out.split("times are UTC\n").slice(1);
    expect(list).toMatch(/@0 .*session header\n.* input: x\n> .*calls exec: Lost\.\n {2}… \d+ kB between\n/);
    expect(list.split("\n").filter((line) => line.includes("filler"))).toHaveLength(12);
  });

  test("a line over the limit: how to raise it", async () => {
    const { out } = await explained(ANSWERED.replace("Three.", "x".repeat(2_000)), ["--line-bytes", "1K"]);
    expect(out).toContain("indeterminate: line over the limit");
    expect(out).toContain("to do    raise the limit, with --line-bytes 64M say\n");
  });

  test("no line is wider than the terminal, and nothing in it is obeyed", async () => {
    const nasty = String.raw`\u001b[2J\u202e ${"日本 ".repeat(200)}`;
    const content = ANSWERED.replace("Three.", nasty).replaceAll('"e2"', String.raw`"e\u001b[31m"`);
    for (const columns of [40, 60, 80, 120]) {
      const { out } = await explained(content, [], { columns, env: { NO_COLOR: "1" } });
      // The path is not cut: it is there to be copied.
      for (const line of out.split("\n").slice(1)) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      expect(out).toContain(String.raw`\x1b[2J\u202e 日本`);
      expect(out).not.toContain("\u001b");
      expect(out).not.toContain("\u202e");
    }
  });

  test("colour on a terminal", async () => {
    expect((await explained(ANSWERED, [], { columns: 80 })).out).toContain(
      "\u001b[32mterminal: final answer\u001b[39m",
    );
    expect((await explained(ANSWERED)).out).not.toContain("\u001b");
  });
});

describe("explain --json", () => {
  test("what check gives, the sentence, and the records", async () => {
    const { code, out } = await explained(CUT_IN_TOOL, ["--json", "--last", "2"]);
    expect(code).toBe(1);
    const explanation = JSON.parse(out) as Record<string, unknown>;
    expect(Object.keys(explanation)).toEqual(Object.keys(explanation).toSorted());
    expect(explanation).toMatchObject({
      path: "a.jsonl",
      kind: "unfinished",
      reason: "trailing-tool-result",
      salvage: "Let me see.",
      recordsComplete: false,
      records: [
        { mark: "salvage", events: ["assistant"], labels: ["message/assistant"], text: "Let me see." },
        {
          mark: "decided",
          events: ["tool-result"],
          at: { line: 4, entryId: "e3" },
          words: "tool result",
          text: "ok",
        },
      ],
    });
    expect(explanation["sentence"]).toMatch(/would have been accepted/);
  });
});

describe("what cannot be explained", () => {
  test("a missing file", async () => {
    const { code, out } = await run(["explain", "/nowhere/at/all"]);
    expect(code).toBe(2);
    expect(out).toContain("indeterminate: not found");
    expect(out).toContain("check the path");
  });

  test("a folder, and standard input: what to do instead", async () => {
    const folder = new Folder();
    const ran = await run(["explain", folder.path]);
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toContain(`lastword check ${folder.path}`);
    const input = await run(["explain", "-"]);
    expect([input.code, input.err]).toEqual([2, expect.stringContaining("lastword check -")]);
  });

  test("an empty file", async () => {
    const { code, out } = await explained("");
    expect(code).toBe(1);
    expect(out).toContain("no known transcript");
  });

  test("a name that is no UTF-8 is explained", async () => {
    const folder = new Folder();
    const path = folder.writeBytes(Buffer.from([0xff]), ANSWERED);
    const { code, out } = await run(["explain", path.toString("utf8")]);
    expect(code).toBe(0);
    expect(out).toContain(String.raw`\xff'`);
  });
});

test("the end of a large file is explained from its end", async () => {
  const folder = new Folder();
  const path = folder.at("large.jsonl");
  const filler = lines(
    entries(
      header,
      ...Array.from({ length: 5_000 }, () => [user("x".repeat(4_000)), assistant("Yes.")]).flat(),
      user("And now?"),
    ),
  );
  writeFileSync(path, filler);
  const { out } = await run(["explain", path]);
  expect(out).toMatch(/openclaw format, 22 MB, \d+ kB of it read/);
  expect(out).toContain("The last records");
});
