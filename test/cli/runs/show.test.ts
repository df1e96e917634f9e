/** `lastword runs show`: decision, rule, evidence, digest, messages. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openSqlite } from "../../../src/agents/stores/sqlite/open.ts";
import { cliStore, giveUp, objectsIn, settled } from "../../support/cli-store.ts";
import { run } from "../../support/command-line.ts";
import { NOW, aRun, lostContext, recovered } from "../../support/registry-runs.ts";

test("a run that was settled: what was decided, by which rule, from what, and who was told", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-1", recovered());
  await giveUp(store, "given up after 1 attempt; text was lost");
  const { code, out, err } = await run(["runs", "show", "run-1", ...flags]);
  expect([code, err]).toEqual([0, ""]);
  expect(out.replaceAll(/ {2,}/g, "  ")).toBe(`run-1  ended ok
  generation  1
  child  agent:main:subagent:1
  parent  agent:main:main
  created  2026-11-01 11:50:00Z
  started  2026-11-01 11:50:00Z
  ended  2026-11-01 12:00:00Z
  source  sweeper-lost-context-recovered

Decision
  outcome  ok
  rule  7: the transcript ends in a final answer, and no descendant is active
  source  sweeper-lost-context-recovered
  why  The transcript ends in a final answer.
  answer  6 bytes: Three.
  stands in  /home/user/run.jsonl

Evidence
  SHA-256  ${recovered().digest}
  checked  the evidence is as it was
  failures[0].detail  Three.
  failures[0].reason  unreadable
  failures[0].source  transcript

What the parent was told
  run-1/1  ok, given up, tried once, settled 2026-11-01 12:00:00Z, since 2026-11-01 12:00:00Z, given
  up after 1 attempt; text was lost
`);
});

test("an error has its reason, and how much text was saved", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-1", lostContext("Let me see."));
  const { out } = await run(["runs", "show", "run-1", ...flags]);
  expect(out).toMatch(/^ {2}rule +10: /m);
  expect(out).toMatch(/^ {2}error +subagent run lost active execution context$/m);
  expect(out).toMatch(/^ {2}reason +trailing-tool-result$/m);
  expect(out).toMatch(/^ {2}salvage +11 bytes: Let me see\.$/m);
  expect(out).toMatch(/^ {2}run-1\/1 +error, to be told, settled .*, due /m);
});

test("--json has everything, and anybody can check the digest", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-1", lostContext("Let me see."));
  const { out } = await run(["runs", "show", "run-1", "--json", ...flags]);
  const [shown] = objectsIn(out);
  const evidence = /"evidence":(\{.*?\}\]?[^{}]*\}),/.exec(out)?.[1] ?? "";
  expect(createHash("sha256").update(evidence).digest("hex")).toBe(lostContext("Let me see.").digest);
  expect(shown).toMatchObject({
    run: await store.get("run-1"),
    settlement: {
      kind: "error",
      rule: 10,
      salvage: "Let me see.",
      evidence: lostContext("Let me see.").evidence,
    },
    digestFits: true,
    deliveries: [{ key: "run-1/1", state: "pending", outcome: "error", settledAt: NOW }],
  });
});

test("evidence that somebody changed is told", async () => {
  const { store, path, flags } = await cliStore();
  await settled(store, "run-1", recovered());
  const driver = await openSqlite(path);
  driver.all(`update settlements set evidence = '{"live":true}'`);
  driver.close();
  const { out } = await run(["runs", "show", "run-1", ...flags], { columns: 200 });
  expect(out).toContain("NOT the evidence's digest: it was changed");
  expect(objectsIn((await run(["runs", "show", "run-1", "--json", ...flags])).out)).toMatchObject([
    { digestFits: false },
  ]);
});

test("a run that waits: until when, and for what; nothing is obeyed by the terminal", async () => {
  const { store, flags } = await cliStore();
  await store.add(
    aRun({
      status: "paused",
      pauseReason: "sessions_yield",
      task: "\u001b[31mred",
      transcript: "/a\nb",
      owner: { pid: 7 },
    }),
  );
  const { code, out } = await run(["runs", "show", "run-1", ...flags]);
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}paused for +sessions_yield$/m);
  expect(out).toMatch(/^ {2}owner +pid 7$/m);
  expect(out).toContain(String.raw`\x1b[31mred`);
  expect(out).toContain(String.raw`$'/a\nb'`);
  expect(out).not.toContain("Decision");
});

test("an unknown run: exit 1, and what to do", async () => {
  const { flags } = await cliStore();
  expect(await run(["runs", "show", "no\u001bne", ...flags])).toEqual({
    code: 1,
    out: "",
    err: "lastword: no\\x1bne: no such run; lastword runs list shows which there are\n",
  });
});
