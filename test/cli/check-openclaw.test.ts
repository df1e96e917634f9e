/** `lastword check --openclaw`: a row a run, a mark where registry and record disagree, and what parents were told. */

import { describe, expect, test } from "vitest";
import { run } from "../support/command-line.ts";
import { START, assistant, entries, header, user } from "../support/openclaw-records.ts";
import { CHILD, OpenClawState, STATE_VERSIONS } from "../support/openclaw-state.ts";

/** A run that was lost though it had answered, and one that ended well. */
async function stateOf(version: (typeof STATE_VERSIONS)[number], answer = "Three."): Promise<OpenClawState> {
  const state = await OpenClawState.make(version);
  state.run();
  state.session(entries(header, user("Count."), assistant(answer)));
  state.run({ runId: "run-2", child: `${CHILD}b`, createdAt: START - 1, status: "ok", resultText: "Four." });
  const lines = entries({ ...header, id: "s-2" }, user("Count."), assistant("Four."));
  state.session(lines, { key: `${CHILD}b`, sessionId: "s-2" });
  return state;
}

describe.each(STATE_VERSIONS)("%s", (version) => {
  test("a row a run; the hidden answer is marked, and gives exit code 1", async () => {
    const { path } = await stateOf(version);
    const { code, out, err } = await run(["check", "--openclaw", path]);
    const [lost = "", well = ""] = out.split("\n");
    expect(lost).toMatch(/^! run-1 {2}error: .* {2}answer final-answer +Three\.$/);
    expect(well).toMatch(/^ {2}run-2 {2}ok {2}answer final-answer +Four\.$/);
    expect(err).toContain("2 runs: 1 called failed that finished, 0 called ok that did not");
    expect(code).toBe(1);
  });

  test("--fix-hint says what the parent was told, what is true, and what to do", async () => {
    const { path } = await stateOf(version);
    const { out } = await run(["check", "--openclaw", path, "--fix-hint"]);
    expect(out).toContain("    agent:main:main was told 2026-11-01T10:01:01.000Z: error: ");
    expect(out).toContain("    the child finished, with an answer of 6 bytes (");
    expect(out.split("\n").filter((line) => line.startsWith("    "))).toHaveLength(3);
  });

  test("--json gives both sides of each run", async () => {
    const { path } = await stateOf(version);
    const { out, err, code } = await run(["check", "--json", "--openclaw", path]);
    const [lost, well] = out
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lost).toMatchObject({
      runId: "run-1",
      answer: "Three.",
      disagreement: "hidden-answer",
      registry: { ended: true, status: "error", toldAt: START + 61_000 },
      record: { kind: "terminal", reason: "final-answer" },
    });
    expect(well).not.toHaveProperty("disagreement");
    expect([err, code]).toEqual(["", 1]);
  });

  test("on a terminal nothing a child wrote is obeyed, and no row is wider than it", async () => {
    const { path } = await stateOf(version, "\u001B]0;owned\u0007\u202E Three.");
    const { out } = await run(["check", "--openclaw", path], { columns: 100, env: { NO_COLOR: "1" } });
    expect(out).toContain(String.raw`\x1b]0;`);
    const [heading = "", ...rows] = out.trimEnd().split("\n");
    expect(heading).toMatch(/^ {2}RUN {7}REGISTRY .* RECORD .* LAST TEXT$/);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(100);
  });
});

test("without a folder it is the one that OpenClaw's own variable names, else the home's", async () => {
  const { path } = await stateOf("2026.9.6");
  const { code } = await run(["check", "--openclaw"], { env: { OPENCLAW_STATE_DIR: path } });
  expect(code).toBe(1);
  const { err } = await run(["check", "--openclaw"], { env: { HOME: "/nowhere/at/all" } });
  expect(err).toContain("/nowhere/at/all/.openclaw");
});

test("where all agree the exit code is 0", async () => {
  const state = await OpenClawState.make("2026.6.5");
  state.run({ status: "ok" });
  state.session(entries(header, user("Count."), assistant("Three.")));
  expect(await run(["check", "--openclaw", state.path])).toMatchObject({ code: 0 });
});

test.each([
  [
    ["check", "--openclaw", "/nowhere/at/all"],
    "there is no /nowhere/at/all/state/openclaw.sqlite; name the state folder: lastword check --openclaw STATE_DIR",
  ],
  [["check", "--openclaw", "/nowhere/at/all", "more.jsonl"], "no other paths"],
  [["check"], "missing required argument"],
])("%j is told in one line, with exit code 2", async (args, words) => {
  const { code, err, out } = await run(args);
  expect(err).toContain(words);
  expect([code, out]).toEqual([2, ""]);
});
