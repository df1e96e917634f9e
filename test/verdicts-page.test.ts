/** The diagram of docs/verdicts.md is true: each of its paths is walked, record by record, through the predicate. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kindOf, reasons } from "../src/transcripts/index.ts";
import {
  aborted,
  calls,
  concluded,
  damage,
  failed,
  input,
  launched,
  recap,
  result,
  says,
  yielded,
} from "./support/events.ts";
import type { Loose } from "./support/events.ts";

const page = readFileSync(new URL("../docs/verdicts.md", import.meta.url), "utf8");
const diagram = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
/** A path is walked so far: as long as it takes to come from the start to everywhere, and on. */
const STEPS_MAX = 8;

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

const codeOf = (state: string) => state.replaceAll("_", "-");
const EDGES: readonly Edge[] = [...diagram.matchAll(/^ +(\S+) --> (\S+): (.+)$/gm)].map(
  ([, from = "", to = "", label = ""]) => ({ from: codeOf(from), to: codeOf(to), label }),
);
const STATES = [...new Set(EDGES.map(({ to }) => to))];

const reported: Loose = { kind: "input", opens: "continuation", mentions: "task-1" };

/** What is written by each label. Calls are numbered by where they stand, so that no two have the same id. */
const WRITTEN: Readonly<Record<string, (at: number) => readonly Loose[]>> = {
  "the transcript is made": () => [{ kind: "session", id: "s-1" }],
  "an input": () => [input],
  "another input": () => [input],
  "the input that wakes it": () => [input],
  "the input that reports its end": () => [reported],
  "an answer": () => [says("Three.")],
  "text and a call": (at) => [calls("Let me see.", `call-${at}`)],
  "tool work": (at) => [calls("Let me see.", `call-${at}`), result(`call-${at}`)],
  "a call without text": (at) => [calls("", `call-${at}`)],
  "an answer, its stop not recorded": () => [says("Three.", { stop: "not-recorded" })],
  "an error": () => [failed],
  "an interruption": () => [aborted],
  "text cut by a length limit": () => [says("Thr", { stop: "length" })],
  "the result": (at) => [result(`call-${at - 1}`)],
  "an answer that waits for no result": () => [says("Three.")],
  "a yield": () => [yielded],
  "half a record": () => [damage("torn")],
  "damaged bytes": () => [damage("corrupt")],
  "the result and more work with text": (at) => [
    result(`call-${at - 1}`),
    calls("Let me see.", `more-${at}`),
    result(`more-${at}`),
  ],
  "the result and an answer": (at) => [result(`call-${at - 1}`), says("Three.")],
  "work launched, and an answer": () => [launched("task-1"), says("It runs.")],
  "a compaction": () => [recap],
};

/** Every path from the start of so many steps. */
function paths(steps: number): readonly (readonly Edge[])[] {
  if (steps === 1) return EDGES.filter(({ from }) => from === "[*]").map((edge) => [edge]);
  return paths(steps - 1).flatMap((path) =>
    EDGES.filter(({ from }) => from === path.at(-1)?.to).map((edge) => [...path, edge]),
  );
}

describe("the diagram", () => {
  test("every path leads where the code leads", () => {
    const walked = Array.from({ length: STEPS_MAX }, (_, index) => paths(index + 1)).flat();
    const wrong = walked.flatMap((path) => {
      const events = path.flatMap(({ label }, at) => WRITTEN[label]?.(at) ?? []);
      const { reason } = concluded(events);
      const to = path.at(-1)?.to;
      return reason === to ? [] : [`${path.map(({ label }) => label).join("; ")}: ${reason}, not ${to}`];
    });
    expect(wrong).toEqual([]);
    expect(new Set(walked.flat())).toEqual(new Set(EDGES));
  });

  test("no two ways lead out of a state by the same label, and each label is known", () => {
    const ways = EDGES.map(({ from, label }) => `${from}: ${label}`);
    expect(new Set(ways).size).toBe(ways.length);
    expect(new Set(EDGES.map(({ label }) => label))).toEqual(new Set(Object.keys(WRITTEN)));
  });

  test("every state is a reason, in the colour of its kind", () => {
    const classes = [...diagram.matchAll(/^ +class (.+) (\w+)$/gm)].flatMap(([, states = "", kind = ""]) =>
      states.split(", ").map((state) => [codeOf(state), kind]),
    );
    expect(Object.fromEntries(classes)).toEqual(
      Object.fromEntries(
        reasons.filter((reason) => STATES.includes(reason)).map((reason) => [reason, kindOf(reason)]),
      ),
    );
    expect(classes.map(([state = ""]) => state).toSorted()).toEqual(STATES.toSorted());
  });

  test("every other reason is said not to be in it", () => {
    const others = /^Not in it[\s\S]*?\n\n/m.exec(page)?.[0] ?? "";
    const named = [...others.matchAll(/`([a-z-]+)`/g)].map(([, code = ""]) => code);
    expect(named.toSorted()).toEqual(reasons.filter((reason) => !STATES.includes(reason)).toSorted());
  });
});
