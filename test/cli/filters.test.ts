/** What `check` shows of what it judges: by kind, reason, agent and time, in an order, and no more than asked for. */

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, shell } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { NOW, checked, run } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "../support/folder.ts";

/** Three transcripts, the newest `b`, the largest `c`. */
function three(): Folder {
  const folder = new Folder();
  const put = (name: string, content: string, minutes: number): void => {
    const seconds = NOW / 1_000 - minutes * 60;
    utimesSync(folder.write(name, content), seconds, seconds);
  };
  put("a.jsonl", ANSWERED, 30);
  put("b.jsonl", CUT_IN_TOOL, 10);
  put(
    "c.jsonl",
    `${ANSWERED}{"type":"custom","customType":"x","id":"z","parentId":"e2","timestamp":"2026-11-01T10:00:03.000Z","data":"${"x".repeat(900)}"}\n`,
    90,
  );
  return folder;
}

async function names(folder: Folder, ...args: readonly string[]): Promise<readonly unknown[]> {
  const rows = await checked([folder.path, ...args], { env: { HOME: folder.path } });
  return rows.map((row) => String(row["path"]).slice(-7, -6));
}

describe("what is shown", () => {
  test.each([
    [["--kind", "unfinished"], "b"],
    [["--kind", "parked,terminal"], "ac"],
    [["--reason", "trailing-tool-result"], "b"],
    [["--reason", "yield-wait"], ""],
    [["--agent", "pi"], "abc"],
    [["--agent", "codex"], ""],
    [["--changed-since", "1h"], "ab"],
    [["--changed-since", "1h", "--sort", "oldest"], "ab"],
    [["--sort", "newest"], "bac"],
    [["--sort", "oldest"], "cab"],
    [["--sort", "largest"], "cba"],
    [["--sort", "newest", "--limit", "2"], "ba"],
    [["--kind", "terminal", "--limit", "1"], "a"],
  ])("%j", async (args, expected) => {
    expect((await names(three(), ...args)).join("")).toBe(expected);
  });

  test("the exit code, and the counts, are of what is shown; what was passed over is said", async () => {
    const folder = three();
    const terminal = await run(["check", folder.path, "--kind", "terminal"]);
    expect(terminal.code).toBe(0);
    expect(terminal.err).toContain("2 transcripts: 2 terminal\n1 more were judged, and not asked for");
    expect((await run(["check", folder.path, "--kind", "unfinished"])).code).toBe(1);
    expect((await run(["check", folder.path, folder.at("none"), "--kind", "terminal"])).code).toBe(2);
  });

  test("an agent's own folder, where no path is given", async () => {
    const home = new Folder();
    mkdirSync(join(home.path, ".pi/agent/sessions"), { recursive: true });
    writeFileSync(join(home.path, ".pi/agent/sessions/a.jsonl"), ANSWERED);
    const { code, out } = await run(["check", "--agent", "pi", "--json"], { env: { HOME: home.path } });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: "terminal" });
    const none = await run(["check", "--agent", "codex"], { env: { HOME: home.path } });
    expect(none).toEqual({
      code: 2,
      out: "",
      err: `lastword: codex's own folder is not there (${join(home.path, ".codex/sessions")}); name a PATH, or another folder in CODEX_HOME\n`,
    });
  });

  test("a reason that there is not: where they are listed, and no wall of codes", async () => {
    const { err } = await run(["check", "x", "--reason", "final"]);
    expect(err).toContain("Give reason codes, with commas between; lastword help reasons lists them.\n");
  });

  test.each([
    "--kind done",
    "--reason final",
    "--agent me",
    "--sort size",
    "--limit 0",
    "--jobs 65",
    "--changed-since x",
  ])("%s: exit 2, and what may be given", async (line) => {
    const { code, err } = await run(["check", "x", ...line.split(" ")]);
    expect(code).toBe(2);
    expect(err).toMatch(/Give |Allowed /);
  });
});

describe("with several threads", () => {
  let built: Built;
  beforeAll(() => {
    built = build();
  });
  afterAll(() => built.remove());

  test("the same rows in the same order as with one", async () => {
    const folder = new Folder();
    for (let index = 0; index < 200; index += 1) {
      folder.write(`${String(index).padStart(3, "0")}.jsonl`, index % 3 === 0 ? CUT_IN_TOOL : ANSWERED);
    }
    folder.writeBytes(Buffer.from([0xff, ...Buffer.from(".jsonl")]));
    const script =
      'lastword check "$1" --json; lastword check "$1" --json --jobs 3 | cat; echo "${PIPESTATUS[0]}"';
    const { out, err } = await shell(built, script, [folder.path]);
    const lines = out.trimEnd().split("\n");
    expect(err).toBe("");
    expect(lines.length).toBe(2 * 201 + 1);
    expect(lines.slice(201, 402)).toEqual(lines.slice(0, 201));
    expect(lines.at(-1)).toBe("1");
  });
});
