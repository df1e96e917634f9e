/** The ledger: what is written down once is never told again, whatever happens to the file. */

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { platform } from "node:process";
import { describe, expect, test } from "vitest";
import {
  LEDGER_RUNS_MAX,
  Ledger,
  WAITING_MAX,
  WAITS_MS_MAX,
} from "../../../../src/agents/openclaw/plugin/ledger.ts";
import type { Turn } from "../../../../src/agents/openclaw/plugin/ledger.ts";
import { Folder } from "../../../support/folder.ts";

const PARENT = "agent:main:main";

function ledgerAt(path: string): { readonly ledger: Ledger; readonly damaged: string[] } {
  const damaged: string[] = [];
  return { ledger: new Ledger(path, (where) => damaged.push(where)), damaged };
}

const claim = (ledger: Ledger, runId: string, endedAt = 1_000, now = 2_000) =>
  ledger.claim({ runId, sessionKey: PARENT, endedAt, message: { text: `of ${runId}` } }, now);

test("a run is claimed once, by whoever asks: this ledger, or another over the same file", () => {
  const path = new Folder().at("lastword/corrections.json");
  const { ledger } = ledgerAt(path);
  expect(ledger.has("run-1", 1_000, 2_000)).toBe(false);
  expect(claim(ledger, "run-1")).toBe("claimed");
  expect(claim(ledger, "run-1")).toBe("known");
  const other = ledgerAt(path);
  expect(other.ledger.has("run-1", 1_000, 2_000)).toBe(true);
  expect(claim(other.ledger, "run-1")).toBe("known");
  expect(claim(other.ledger, "run-2")).toBe("claimed");
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
  expect(claim(ledger, "new", 9_999)).toBe("claimed");
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
    ["too long", " ".repeat(16 * 1024 * 1024 + 1)],
  ])("%s", (_, content) => {
    const path = new Folder().at("corrections.json");
    writeFileSync(path, content);
    const { ledger, damaged } = ledgerAt(path);
    expect(claim(ledger, "run-1", 1_000, 5_000)).toBe("known");
    expect(damaged).toEqual([path]);
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe(content);
    expect(claim(ledger, "run-2", 6_000, 7_000)).toBe("claimed");
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

describe("a text", () => {
  const HOUR_MS = 3_600_000;
  const turn = (id: string, over: Partial<Turn> = {}): Turn => ({
    sessionKey: PARENT,
    sessionId: undefined,
    id,
    ...over,
  });

  test("waits, is handed to one turn of its session, and is done once that turn has heard it", () => {
    const { ledger } = ledgerAt(new Folder().at("corrections.json"));
    expect(ledger.progress("run-1", 0)).toBe("done");
    claim(ledger, "run-1");
    claim(ledger, "run-2");
    expect(ledger.waiting(2_000).map(({ runId }) => runId)).toEqual(["run-1", "run-2"]);
    expect(ledger.take(turn("t0", { sessionKey: "agent:main:other" }), 3_000)).toEqual([]);
    expect(ledger.take(turn("t1"), 3_000)).toEqual(["of run-1", "of run-2"]);
    expect(ledger.take(turn("t2"), 3_000)).toEqual([]);
    expect([ledger.progress("run-1", 3_000), ledger.waiting(3_000)]).toEqual(["handed", []]);
    expect(ledger.take(turn("t1"), 3_999)).toEqual([]);
    expect(ledger.take(turn("t1"), 4_000)).toEqual(["of run-1", "of run-2"]);
    expect(ledger.heard("t2", 4_000)).toEqual([]);
    expect(ledger.heard("t1", 4_000)).toEqual(["run-1", "run-2"]);
    expect([ledger.progress("run-1", 4_000), ledger.heard("t1", 4_000)]).toEqual(["done", []]);
    expect(ledger.has("run-1", 1_000, 4_000)).toBe(true);
  });

  test("waits again where its turn came to nothing", () => {
    const { ledger } = ledgerAt(new Folder().at("corrections.json"));
    claim(ledger, "run-1");
    ledger.take(turn("t1"), 3_000);
    ledger.unheard("t2", 3_000);
    expect(ledger.progress("run-1", 3_000)).toBe("handed");
    ledger.unheard("t1", 3_000);
    expect(ledger.take(turn("t2"), 3_000)).toEqual(["of run-1"]);
  });

  test.each([
    ["cut off by the host's end", 14, "waiting"],
    ["long over by then", 16, "handed"],
  ] as const)("was in a turn that was %s: %i minutes old, it is %s", (_, minutes, progress) => {
    const path = new Folder().at("corrections.json");
    const before = new Ledger(path, () => undefined, 0);
    claim(before, "run-1");
    before.take(turn("t1"), HOUR_MS);
    const after = new Ledger(path, () => undefined, HOUR_MS + minutes * 60_000);
    expect(after.progress("run-1", 2 * HOUR_MS)).toBe(progress);
    // A turn of the new life is none that was cut off.
    if (progress === "waiting") after.take(turn("t2"), 2 * HOUR_MS);
    expect(after.progress("run-1", 2 * HOUR_MS)).toBe("handed");
  });

  test("is not for another session under the same key", () => {
    const { ledger } = ledgerAt(new Folder().at("corrections.json"));
    const message = { text: "Hear.", sessionId: "s-1" };
    ledger.claim({ runId: "run-1", sessionKey: PARENT, endedAt: 1_000, message }, 2_000);
    expect(ledger.take(turn("t1", { sessionId: "s-2" }), 3_000)).toEqual([]);
    expect(ledger.progress("run-1", 3_000)).toBe("done");
  });

  test("is dropped after a week", () => {
    const { ledger } = ledgerAt(new Folder().at("corrections.json"));
    claim(ledger, "run-1", 1_000, 0);
    expect(ledger.progress("run-1", WAITS_MS_MAX)).toBe("waiting");
    expect(ledger.take(turn("t1"), WAITS_MS_MAX + 1)).toEqual([]);
    expect(ledger.has("run-1", 1_000, WAITS_MS_MAX + 1)).toBe(true);
  });

  test("finds no room where a hundred wait", () => {
    const { ledger } = ledgerAt(new Folder().at("corrections.json"));
    const claims = Array.from({ length: WAITING_MAX }, (_, index) => claim(ledger, `run-${index}`));
    expect(new Set(claims)).toEqual(new Set(["claimed"]));
    expect(claim(ledger, "one more")).toBe("full");
    ledger.take(turn("t1"), 3_000);
    ledger.heard("t1", 3_000);
    expect(claim(ledger, "one more")).toBe("claimed");
  });
});
