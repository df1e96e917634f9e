import { fileURLToPath } from "node:url";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { geteuid, seteuid } from "node:process";
import stringify from "fast-json-stable-stringify";
import stringWidth from "string-width";
import { describe, expect, onTestFinished, test } from "vitest";
import { explainCommand } from "../../src/cli/explain-command.ts";
import { checked, run } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import { START, assistant, call, entries, header, user, yields } from "../support/openclaw-records.ts";

const ISO = (seconds: number) => new Date(START + seconds * 1_000).toISOString();

describe("check --json", () => {
  test("a terminal run: all fields, keys in canonical order", async () => {
    const folder = new Folder();
    const path = folder.write("a b.jsonl");
    const { code, out, err } = await run(["check", "--json", path]);
    expect([code, err]).toEqual([0, ""]);
    const bytes = Buffer.byteLength(ANSWERED);
    const offset = ANSWERED.indexOf("\n", ANSWERED.indexOf("Count.")) + 1;
    const expected = {
      path,
      format: "openclaw",
      kind: "terminal",
      reason: "final-answer",
      text: "Three.",
      at: { offset, line: 3, entryId: "e2", timestamp: START + 2_000 },
      warnings: [],
      bytes,
      bytesRead: bytes,
      sessionId: JSON.parse(ANSWERED.split("\n")[0] ?? "").id,
    };
    expect(out).toBe(`${stringify(expected)}\n`);
  });

  test("a Claude Code session folder: the parent and each subagent on its own, and whose is whose", async () => {
    const session = fileURLToPath(
      new URL("../fixtures/recordings/claude-code-2.1.332/h1-subagent-done", import.meta.url),
    );
    const { code, out } = await run(["check", "--json", session]);
    expect(code).toBe(0);
    const rows = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map(({ text, agentId }) => [text, agentId])).toEqual([
      ["FINAL ANSWER: the task is complete.", undefined],
      ["SUBAGENT FINAL RESULT", rows[1].agentId],
    ]);
    expect(rows[1].agentId).toMatch(/^ab831f20/);
    expect(rows.every((row) => String(row.sessionId).startsWith("8def9b89"))).toBe(true);
    const table = await run(["check", session]);
    expect(table.out).toContain("(subagent ab831f20 of 8def9b89) SUBAGENT FINAL RESULT");
  });

  test("a run that is not: salvage, and where it stands; never a text", async () => {
    const folder = new Folder();
    const [row] = await checked([folder.write("a.jsonl", CUT_IN_TOOL)]);
    expect(row).toMatchObject({ kind: "unfinished", reason: "trailing-tool-result", salvage: "Let me see." });
    expect(row?.["salvageAt"]).toMatchObject({ line: 3, entryId: "e2" });
    expect(row?.["at"]).toMatchObject({ line: 4, entryId: "e3" });
    expect(row).not.toHaveProperty("text");
  });

  test("a parked run says what it waits on", async () => {
    const folder = new Folder();
    const [row] = await checked([
      folder.write("a.jsonl", lines(entries(header, user("x"), ...yields("Waiting.")))),
    ]);
    expect(row).toMatchObject({ kind: "parked", reason: "yield-wait", on: [] });
  });

  test("warnings have their places", async () => {
    const folder = new Folder();
    const [row] = await checked([folder.write("a.jsonl", `nonsense\n${ANSWERED}`)]);
    expect(row).toMatchObject({
      kind: "terminal",
      warnings: [{ code: "malformed-line", line: 1, offset: 0 }],
    });
  });

  test("lone surrogates stay well-formed JSON", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl", ANSWERED.replace("Three.", String.raw`\ud83d half`));
    const { out } = await run(["check", "--json", path]);
    expect(out).toContain(String.raw`"text":"\ud83d half"`);
    expect(/\p{Cs}/u.test(out)).toBe(false);
  });

  test("a name that is no UTF-8 is given exactly, too", async () => {
    const folder = new Folder();
    const path = folder.writeBytes(Buffer.from([0x78, 0xff, 0x2e, 0x6a, 0x73, 0x6f, 0x6e, 0x6c]));
    const [row] = await checked([folder.path]);
    expect(row).toMatchObject({ kind: "terminal", path: path.toString("utf8") });
    expect(Buffer.from(String(row?.["pathBase64"]), "base64").equals(path)).toBe(true);
    const [inRoot] = await checked([folder.path, "--root", folder.path]);
    expect(inRoot).toMatchObject({ kind: "terminal" });
  });

  test("a transcript that cannot be read is an object like the others, and nothing else is said", async () => {
    const folder = new Folder();
    const { code, out, err } = await run(["check", "--json", folder.at("none"), folder.write("a.jsonl")]);
    expect([code, err]).toEqual([2, ""]);
    const rows = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toMatchObject([
      { path: folder.at("none"), format: "unknown", kind: "indeterminate", reason: "missing", bytes: 0 },
      { kind: "terminal" },
    ]);
    expect(rows[0]?.["detail"]).toMatch(/check the path/);
  });

  test("on a terminal the same data, with nothing in it that a terminal obeys", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl", ANSWERED.replace("Three.", "\u009b31m\u202e abc"));
    const [shown, piped] = [
      await run(["check", "--json", path], { columns: 80 }),
      await run(["check", "--json", path]),
    ];
    expect(shown.out).toContain(String.raw`\u009b31m\u202e abc`);
    expect(JSON.parse(shown.out)).toEqual(JSON.parse(piped.out));
  });
});

describe("check, for people", () => {
  test("a row a transcript, one line each, whole where it does not go to a terminal", async () => {
    const folder = new Folder();
    const long = "word ".repeat(200).trim();
    folder.write("a b.jsonl", ANSWERED.replace("Three.", String.raw`One\ntwo\u001b[31m.`));
    folder.write("b.jsonl", ANSWERED.replace("Three.", long));
    folder.write("c.jsonl", CUT_IN_TOOL);
    folder.write("n\nl.jsonl");
    const { code, out, err } = await run(["check", folder.path]);
    expect(code).toBe(1);
    const rows = out.trimEnd().split("\n");
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^terminal {4}final answer {6}.*\/a b\.jsonl {2,}\d+ B {2}One two\\x1b\[31m\.$/);
    expect(rows[1]).toContain(long);
    expect(rows[2]).toMatch(/^unfinished {2}tool result last {2}.* {2}Let me see\.$/);
    expect(rows[3]).toMatch(/\$'.*\/n\\nl\.jsonl'/);
    const why = `why: lastword explain ${join(folder.path, "c.jsonl")}`;
    expect(err).toBe(`4 transcripts: 3 terminal, 1 unfinished\n${why}\n`);
  });

  test("the command that says why can be pasted, whatever the file's name", async () => {
    const folder = new Folder();
    folder.write("a.jsonl", ANSWERED);
    folder.write("it's lost.jsonl", CUT_IN_TOOL);
    const { err } = await run(["check", folder.path]);
    expect(err).toContain(String.raw`why: lastword explain '${folder.path}/it'\''s lost.jsonl'`);
    expect(explainCommand("-lost.jsonl")).toBe("lastword explain -- -lost.jsonl");
  });

  test.each([40, 60, 80, 120, 200])("on a terminal of %d columns no row is wider", async (columns) => {
    const folder = new Folder();
    folder.write(`${"deep/".repeat(10)}a.jsonl`, ANSWERED.replace("Three.", "日本語のテキスト".repeat(50)));
    folder.write("日本語のファイル.jsonl", CUT_IN_TOOL);
    folder.write("x.jsonl", "");
    symlinkSync("nowhere", folder.at("gone.jsonl"));
    const { out } = await run(["check", folder.path], { columns, env: { NO_COLOR: "1" } });
    const rows = out.trimEnd().split("\n");
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(columns >= 60 ? /^VERDICT {2,}REASON {2,}PATH/ : /^VERDICT {2,}PATH/);
    for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(columns);
    // However narrow: a name is to be known by its end.
    expect(out).toContain("p/deep/a.jsonl");
  });

  test("rows that come after the widths were fixed keep to the width, too", async () => {
    const folder = new Folder();
    for (let index = 100; index < 180; index += 1) folder.write(`${index}.jsonl`);
    folder.write(`${"z".repeat(200)}.jsonl`, CUT_IN_TOOL);
    const { out } = await run(["check", folder.path], { columns: 80, env: { NO_COLOR: "1" } });
    const rows = out.trimEnd().split("\n");
    expect(rows).toHaveLength(82);
    for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(80);
  });

  test("colour on a terminal alone, forced, never with NO_COLOR", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl");
    const colours = async (columns: number | undefined, env: Record<string, string>) =>
      (await run(["check", path], { ...(columns === undefined ? {} : { columns }), env })).out.includes(
        "\u001b[",
      );
    expect(await colours(80, {})).toBe(true);
    expect(await colours(undefined, {})).toBe(false);
    expect(await colours(80, { TERM: "dumb" })).toBe(false);
    expect(await colours(80, { NO_COLOR: "1" })).toBe(false);
    expect(await colours(80, { NO_COLOR: "" })).toBe(true);
    expect(await colours(undefined, { FORCE_COLOR: "1" })).toBe(true);
    expect(await colours(80, { FORCE_COLOR: "0" })).toBe(false);
    expect(await colours(80, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  });

  test("one row needs no summary", async () => {
    const folder = new Folder();
    expect((await run(["check", folder.write("a.jsonl")])).err).toBe("");
  });

  test("what could not be read is told with what to do, and what was left out is counted", async () => {
    const folder = new Folder();
    folder.write("d/a.jsonl");
    folder.write("d/a.jsonl.bak-1");
    const { code, out, err } = await run(["check", folder.at("none"), folder.at("d")]);
    expect(code).toBe(2);
    expect(out).toContain("terminal");
    expect(err).toBe(
      `lastword: ${folder.at("none")}: there is no file at this path; check the path\n` +
        "2 transcripts: 1 terminal, 1 not read\n1 retired copy left out; --all takes them\n",
    );
    const all = await run(["check", folder.at("d"), "--all"]);
    expect(all).toMatchObject({ code: 0, err: "2 transcripts: 2 terminal\n" });
  });

  test("of many that could not be read, a few are told", async () => {
    const folder = new Folder();
    const missing = Array.from({ length: 30 }, (_, index) => folder.at(`none-${index}`));
    const { err, out } = await run(["check", ...missing]);
    expect(out.trimEnd().split("\n")).toHaveLength(30);
    expect(err.trimEnd().split("\n")).toHaveLength(12);
    expect(err).toContain("and 20 more that could not be read");
  });
});

describe("exit codes", () => {
  test("0 for all terminal, 1 for some not, 2 for trouble", async () => {
    const folder = new Folder();
    const [good, bad] = [folder.write("a.jsonl"), folder.write("b.jsonl", CUT_IN_TOOL)];
    expect((await run(["check", good])).code).toBe(0);
    expect((await run(["check", good, bad])).code).toBe(1);
    expect((await run(["check", good, folder.at("none")])).code).toBe(2);
    expect((await run(["check", bad, folder.at("none")])).code).toBe(2);
  });

  test("an empty folder, and a pattern without a match: said, and 2", async () => {
    const folder = new Folder();
    for (const flags of [[], ["--json"]]) {
      const { code, out, err } = await run(["check", folder.path, folder.at("*.jsonl"), ...flags]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain(`lastword: ${folder.path}: no transcript here`);
      expect(err).toContain("no file matches the pattern");
    }
  });

  test.each(["/dev/null", "/dev/zero"])("%s: refused, not read for ever", async (device) => {
    const { code, err } = await run(["check", device]);
    expect(code).toBe(2);
    expect(err).toMatch(/a character device, not a regular file; .*lastword check -/);
  });

  test("a file: URL is told to be a path", async () => {
    expect((await run(["check", "file:///home/user/a.jsonl"])).err).toContain("give the path alone");
  });
});

describe("standard input", () => {
  test("is judged, whatever its pieces, once", async () => {
    const input = Array.from(Buffer.from(ANSWERED), (byte) => Uint8Array.of(byte));
    const { code, out } = await run(["check", "--json", "-", "-"], { input });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ path: "-", kind: "terminal", text: "Three." });
  });

  test("empty", async () => {
    const { code, out } = await run(["check", "--json", "-"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ reason: "unknown-format", bytes: 0 });
  });

  test("from a terminal a hint is given", async () => {
    const { err } = await run(["check", "-"], { input: ANSWERED, stdinIsTTY: true });
    expect(err).toContain("end it with Ctrl-D");
  });
});

describe("permission", () => {
  // Nothing is forbidden to root: for the time of such a test it is somebody else.
  async function asNobody<T>(act: () => Promise<T>): Promise<T> {
    await run(["check", "/dev/null"]);
    if (geteuid?.() !== 0) return act();
    seteuid?.(65_534);
    try {
      return await act();
    } finally {
      seteuid?.(0);
    }
  }

  test("none for a file, none for a folder: the others are still judged", async () => {
    const folder = new Folder();
    chmodSync(folder.path, 0o755);
    folder.write("a.jsonl");
    chmodSync(folder.write("b.jsonl"), 0);
    folder.write("closed/c.jsonl");
    chmodSync(folder.at("closed"), 0);
    onTestFinished(() => chmodSync(folder.at("closed"), 0o755));
    const rows = await asNobody(() => checked([folder.path]));
    expect(rows).toMatchObject([
      { path: folder.at("a.jsonl"), kind: "terminal" },
      { path: folder.at("b.jsonl"), reason: "unreadable" },
      { path: folder.at("closed"), reason: "unreadable" },
    ]);
    const details = rows.slice(1).map((row) => String(row["detail"]));
    for (const detail of details) expect(detail).toMatch(/permission denied; run as a user who may/);
    expect((await asNobody(() => run(["check", folder.path]))).code).toBe(2);
  });
});

describe("what to judge by", () => {
  test("--since and --skew", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl");
    const reasonFor = async (...flags: string[]) => (await checked([path, ...flags]))[0]?.["reason"];
    expect(await reasonFor("--since", ISO(0))).toBe("final-answer");
    expect(await reasonFor("--since", ISO(4))).toBe("final-answer");
    expect(await reasonFor("--since", ISO(4), "--skew", "0")).toBe("before-run-start");
    expect(await reasonFor("--since", ISO(2), "--skew", "0")).toBe("before-run-start");
    // It is noon, the run was at ten.
    expect(await reasonFor("--since", "3h ago")).toBe("final-answer");
    expect(await reasonFor("--since", "1h ago")).toBe("before-run-start");
    expect(await reasonFor("--since", String(START / 1_000 + 60))).toBe("before-run-start");
  });

  test("--session-id, --format, --root, --line-bytes", async () => {
    const folder = new Folder();
    const path = folder.write("in/a.jsonl");
    const rowFor = async (...flags: string[]) => (await checked([path, ...flags]))[0];
    expect(await rowFor("--session-id", "s-1")).toMatchObject({ kind: "terminal" });
    expect(await rowFor("--session-id", "s-2")).toMatchObject({ reason: "foreign-transcript" });
    expect(await rowFor("--format", "codex")).toMatchObject({ format: "codex", kind: "unfinished" });
    expect(await rowFor("--root", folder.at("in"))).toMatchObject({ kind: "terminal" });
    folder.write("out/b.jsonl");
    expect(await rowFor("--root", folder.at("out"))).toMatchObject({ reason: "unreadable" });
    expect(await rowFor("--line-bytes", "100")).toMatchObject({ reason: "line-too-long" });
    expect(await rowFor("--line-bytes", "64K")).toMatchObject({ kind: "terminal" });
  });

  test("--accept-unrecorded-stop takes an answer, and says so", async () => {
    const folder = new Folder();
    const path = folder.write(
      "a.jsonl",
      lines(entries(header, user("x"), assistant("Yes.", { stop: null }))),
    );
    expect(await checked([path])).toMatchObject([{ reason: "stop-not-recorded", salvage: "Yes." }]);
    expect(await checked([path, "--accept-unrecorded-stop"])).toMatchObject([
      { text: "Yes.", unrecordedStop: true },
    ]);
    expect((await run(["check", path, "--accept-unrecorded-stop"])).out).toContain("answer, unrecorded");
  });

  test("--descendants-known spares the search", async () => {
    const folder = new Folder();
    const filler = Array.from({ length: 300 }, (_, index) => user(`${index} ${"x".repeat(1_000)}`));
    const path = folder.write("a.jsonl", lines(entries(header, ...filler, user("x"), assistant("Yes."))));
    const [searched] = await checked([path]);
    const [spared] = await checked([path, "--descendants-known"]);
    expect([searched?.["kind"], spared?.["kind"]]).toEqual(["terminal", "terminal"]);
    expect(Number(spared?.["bytesRead"])).toBeLessThan(Number(searched?.["bytesRead"]));
    expect(Number(searched?.["bytesRead"])).toBeGreaterThanOrEqual(Number(searched?.["bytes"]));
  });

  test("an open call is not taken for an answer", async () => {
    const folder = new Folder();
    const path = folder.write(
      "a.jsonl",
      lines(entries(header, user("x"), assistant("Yes.", { calls: [call("c")] }))),
    );
    expect(await checked([path])).toMatchObject([{ reason: "tool-use-turn", salvage: "Yes." }]);
  });
});
