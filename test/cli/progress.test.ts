/** The bar: on a terminal alone, not at once, and never in the way of a line. */

import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { Output } from "../../src/cli/output.ts";
import { Progress } from "../../src/cli/progress.ts";
import { Paper } from "../support/command-line.ts";

const CLEAR_LINE = "\r\u001b[K";

/** A bar on paper, and the clock that it goes by. */
function barOn(columns?: number) {
  const paper = new Paper(columns);
  const output = new Output(paper);
  const time = { now: 0 };
  return { paper, output, time, progress: new Progress(output, "runs", () => time.now) };
}

test("work that is over soon gets none", () => {
  const { paper, time, progress } = barOn(80);
  progress.show(1, 2);
  time.now = 299;
  progress.show(2, 2);
  progress.clear();
  expect(paper.text).toBe("");
});

test("it is drawn now and then, and taken away at the end", () => {
  const { paper, time, progress } = barOn(80);
  for (const [now, done] of [
    [300, 1],
    [399, 2],
    [400, 3],
  ] as const) {
    time.now = now;
    progress.show(done, 4);
  }
  progress.clear();
  progress.clear();
  expect(paper.text.split(CLEAR_LINE)).toEqual([
    "",
    "[######..................] 1 of 4 runs",
    "[##################......] 3 of 4 runs",
    "",
  ]);
});

test("a line is written above it", () => {
  const { paper, output, time, progress } = barOn(80);
  const line = () => void output.writeNow("a line\n");
  progress.above(line);
  time.now = 300;
  progress.show(2, 4);
  progress.above(line);
  progress.clear();
  const bar = "[############............] 2 of 4 runs";
  expect(paper.text).toBe(`a line\n${CLEAR_LINE}${bar}${CLEAR_LINE}a line\n${bar}${CLEAR_LINE}`);
});

test.each([
  ["a narrow terminal", 20, 19],
  ["one that does not know its width", 0, 38],
])("it fits %s", (_name, columns, width) => {
  const { paper, time, progress } = barOn(columns);
  time.now = 300;
  progress.show(1, 4);
  expect(paper.text.replace(CLEAR_LINE, "")).toHaveLength(width);
});

test("an interruption takes it away, and ends the process as it would have", () => {
  const paper = new Paper(80);
  const signals = new EventEmitter();
  const killed: string[] = [];
  const interrupts = Object.assign(signals, {
    pid: 4,
    kill: (pid: number, name: string) => killed.push(`${pid} ${name}`),
  });
  const time = { now: 0 };
  const progress = new Progress(new Output(paper), "runs", () => time.now, interrupts);
  expect(signals.listenerCount("SIGINT")).toBe(0);
  time.now = 300;
  progress.show(1, 4);
  time.now = 400;
  progress.show(2, 4);
  signals.emit("SIGINT");
  expect(paper.text.endsWith(`2 of 4 runs${CLEAR_LINE}`)).toBe(true);
  expect(killed).toEqual(["4 SIGINT"]);
  expect(signals.listenerCount("SIGINT")).toBe(0);
});

test("a command that takes interruptions itself is left alone", () => {
  const signals = new EventEmitter();
  const interrupts = Object.assign(signals, { pid: 4, kill: () => expect.unreachable() });
  const taken = () => {};
  signals.once("SIGINT", taken);
  const time = { now: 0 };
  const progress = new Progress(new Output(new Paper(80)), "runs", () => time.now, interrupts);
  time.now = 300;
  progress.show(1, 4);
  expect(signals.listeners("SIGINT")).toEqual([taken]);
  signals.emit("SIGINT");
  progress.clear();
});

test("elsewhere nothing is written", () => {
  const { paper, time, progress } = barOn();
  time.now = 1_000;
  progress.show(1, 4);
  progress.clear();
  expect(paper.text).toBe("");
});
