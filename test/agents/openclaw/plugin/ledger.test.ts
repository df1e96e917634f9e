/** The ledger: what is written down once is never told again, whatever happens to the file. */

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { platform } from "node:process";
import { describe, expect, test } from "vitest";
import { LEDGER_RUNS_MAX, Ledger } from "../../../../src/agents/openclaw/plugin/ledger.ts";
import { Folder } from "../../../support/folder.ts";

const PARENT = "agent:main:main";

function ledgerAt(path: string): { readonly ledger: Ledger; readonly damaged: string[] } {
  const damaged: string[] = [];
  return { ledger: new Ledger(path, (where) => damaged.push(where)), damaged };
}

const claim = (ledger: Ledger, runId: string, endedAt = 1_000, now = 2_000) =>
  ledger.claim({ runId, sessionKey: PARENT, endedAt }, now);

test("a run is claimed once, by whoever asks: this ledger, or another over the same file", () => {
  const path = new Folder().at("lastword/corrections.json");
  const { ledger } = ledgerAt(path);
  expect(ledger.has("run-1", 1_000, 2_000)).toBe(false);
  expect(claim(ledger, "run-1")).toBe(true);
  expect(claim(ledger, "run-1")).toBe(false);
  const other = ledgerAt(path);
  expect(other.ledger.has("run-1", 1_000, 2_000)).toBe(true);
  expect(claim(other.ledger, "run-1")).toBe(false);
  expect(claim(other.ledger, "run-2")).toBe(true);
  expect(ledger.has("run-2", 1_000, 2_000)).toBe(true);
  expect(other.damaged).toEqual([]);
});

test.skipIf(platform === "win32")("the file is its owner's alone, and no half-written one stays", () => {
  const path = new Folder().at("lastword/corrections.json");
  claim(ledgerAt(path).ledger, "run-1");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(path))).toEqual(["corrections.json"]);
});

test("it is bounded, and what ended before the oldest that was forgotten counts as told", () => {
  const path = new Folder().at("corrections.json");
  const runs = Array.from({ length: LEDGER_RUNS_MAX }, (_, index) => ({
    runId: `old-${index}`,
    sessionKey: PARENT,
    endedAt: index,
    at: index,
  }));
  writeFileSync(path, JSON.stringify({ version: 1, ignoreBefore: 0, runs }));
  const { ledger } = ledgerAt(path);
  expect(claim(ledger, "new", 9_999)).toBe(true);
  expect(ledger.has("old-0", 0, 0)).toBe(true);
  expect(ledger.has("never-seen", 0, 0)).toBe(true);
  expect(ledger.has("never-seen", 1, 0)).toBe(false);
  const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
  expect(kept).toMatchObject({ ignoreBefore: 1, runs: { length: LEDGER_RUNS_MAX } });
});

describe("a damaged file is put aside, and what may have been told is not told again", () => {
  test.each([
    ["no JSON", "{"],
    ["of another version", JSON.stringify({ version: 2, ignoreBefore: 0, runs: [] })],
    ["with a strange row", JSON.stringify({ version: 1, ignoreBefore: 0, runs: [{ runId: "run-1" }] })],
    ["too long", " ".repeat(4 * 1024 * 1024 + 1)],
  ])("%s", (_, content) => {
    const path = new Folder().at("corrections.json");
    writeFileSync(path, content);
    const { ledger, damaged } = ledgerAt(path);
    expect(claim(ledger, "run-1", 1_000, 5_000)).toBe(false);
    expect(damaged).toEqual([path]);
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe(content);
    expect(claim(ledger, "run-2", 6_000, 7_000)).toBe(true);
  });
});

test("where nothing can be written, nothing is claimed", () => {
  const folder = new Folder();
  writeFileSync(folder.at("lastword"), "a file in the folder's place");
  expect(() => claim(ledgerAt(folder.at("lastword/corrections.json")).ledger, "run-1")).toThrow(
    /ENOTDIR|EEXIST/,
  );
  mkdirSync(folder.at("taken.json"));
  expect(() => claim(ledgerAt(folder.at("taken.json")).ledger, "run-1")).toThrow("EISDIR");
  expect(existsSync(folder.at("taken.json"))).toBe(true);
});

test("the latest runs are given newest first, since a time, and no more than asked for", () => {
  const { ledger } = ledgerAt(new Folder().at("corrections.json"));
  for (const index of [1, 2, 3, 4]) claim(ledger, `run-${index}`, 1_000, index * 10_000);
  const idsOf = (since: number, most: number) => ledger.latest(since, most, 0).map(({ runId }) => runId);
  expect(idsOf(20_000, 9)).toEqual(["run-4", "run-3", "run-2"]);
  expect(idsOf(0, 2)).toEqual(["run-4", "run-3"]);
  expect(idsOf(40_001, 9)).toEqual([]);
});
