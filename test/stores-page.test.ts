/** docs/stores.md names every column, state, failure and limit that there is, and its example works. */

import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRegistry } from "../src/agents/index.ts";
import * as limits from "../src/agents/stores/limits.ts";
import { openSqlite } from "../src/agents/stores/sqlite/open.ts";
import { sqliteStore } from "../src/agents/stores/sqlite/store.ts";
import { sweepAndTell } from "./examples/deliver.ts";
import { build, shell } from "./support/built-command-line.ts";
import { ANSWERED, CUT_IN_TOOL } from "./support/folder.ts";
import { START } from "./support/openclaw-records.ts";
import { quickFolder } from "./support/quick-folder.ts";
import { aRun } from "./support/registry-runs.ts";

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = textOf("../docs/stores.md");

function temporary(): string {
  const folder = mkdtempSync(join(quickFolder(), "lastword-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the example is the file that is tested here", () => {
  const example = textOf("./examples/deliver.ts").replaceAll("../../src/agents/index.ts", "lastword/agents");
  expect(page).toContain(`\`\`\`ts\n${example}\`\`\``);
});

test("the example settles what is lost, and tells parents until they have heard", async () => {
  const folder = temporary();
  const url = `sqlite:${join(folder, "runs.db")}`;
  const store = await openRegistry(url);
  for (const [runId, content] of [
    ["answered", ANSWERED],
    ["cut", CUT_IN_TOOL],
  ] as const) {
    const transcript = join(folder, `${runId}.jsonl`);
    writeFileSync(transcript, content);
    utimesSync(transcript, START / 1_000, START / 1_000);
    await store.add(aRun({ runId, transcript, createdAt: START, startedAt: START }));
  }
  const told: string[] = [];
  const answers = await sweepAndTell(url, async ({ key, settlement }) => {
    if (key === "cut/1") throw new Error("no connection");
    told.push(`${key} ${settlement.kind}`);
  });
  expect(told).toEqual(["answered/1 ok"]);
  expect(new Set(answers)).toEqual(new Set(["answered/1 delivered", "cut/1 retry"]));
  expect(await store.deliveriesOf("cut")).toMatchObject([{ state: "pending", lastError: "no connection" }]);
  await store.close();
});

test("the commands for a shell do what they say", async () => {
  const script = /```sh\n(export LASTWORD_STORE[\s\S]*?)```/.exec(page)?.[1] ?? "";
  const folder = temporary();
  const transcript = join(folder, "child.jsonl");
  writeFileSync(transcript, ANSWERED);
  utimesSync(transcript, START / 1_000, START / 1_000);
  const built = build();
  onTestFinished(() => built.remove());
  const { code, out } = await shell(built, `cd "$1"; set -e; ${script}`, [folder]);
  expect(code).toBe(0);
  expect(out).toMatch(/^run-1: added\nrun-1: ok, rule 7, .*\nrun-1\/1: told\nrun-1 {2}ended ok\n/);
  expect(out).toMatch(/^ {2}answer +6 bytes: Three\.$/m);
  expect(JSON.parse(readFileSync(join(folder, "told.jsonl"), "utf8"))).toMatchObject({
    key: "run-1/1",
    result: { text: "Three." },
  });
});

test("every column has a word", async () => {
  const driver = await openSqlite(join(temporary(), "runs.db"));
  sqliteStore(driver);
  for (const table of ["runs", "settlements"]) {
    const columns = driver.all(`pragma table_info(${table})`).map((row) => String(row["name"]));
    expect(columns.length).toBeGreaterThan(10);
    const rows = page.slice(page.indexOf(`\`${table}\`, one row`)).split("\n\n")[1] ?? "";
    expect(columns.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
  }
  driver.close();
});

test("every failure and every limit has a word", () => {
  const codes = [...textOf("../src/agents/stores/failure.ts").matchAll(/^ {4}\| "([a-z-]+)"/gm)].map(
    ([, code]) => code,
  );
  expect(codes.length).toBe(10);
  for (const code of codes) expect(page).toContain(`\`${code}\``);
  const said = ["10,000 rows", "one hour", "1,024 bytes", "1 MiB", "4,096 bytes", "100 levels"];
  for (const words of said) expect(page).toContain(words);
  const numbers = Object.values(limits).filter((value) => typeof value === "number");
  expect(numbers.sort((one, other) => one - other)).toEqual([
    100, 1_024, 4_096, 10_000, 1_048_576, 3_600_000,
  ]);
});
