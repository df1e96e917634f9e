/** One result of a race: how a way did on files of one kind. Pure. */

import type { Spread } from "../contest.ts";
import type { Row } from "../row.ts";

/** What was raced over. */
export const TASKS = ["read", "again"] as const;
export type Task = (typeof TASKS)[number];

/** A way's result; without a measurement, why there is none. */
export interface Lap {
  readonly task: Task;
  /** The files: `1 GB`, `10,000 x 100 KB`. */
  readonly files: string;
  readonly way: string;
  readonly found:
    | { readonly kind: "measured"; readonly measured: Spread; readonly unit: "x" | "us" }
    | { readonly kind: "left-out"; readonly why: string };
}

/** Each task, as people are told of it. */
export const TASK_TEXTS = {
  read: "times as long as lastword",
  again: "one record more, times as long as at 100 KB",
} as const satisfies Record<Task, string>;

/** The measured laps as rows of the bench's table in a terminal. */
export function rowsOf(laps: readonly Lap[]): readonly Row[] {
  return laps.flatMap(({ task, files, way, found }) =>
    found.kind === "measured"
      ? [
          {
            part: `race, ${files}, ${TASK_TEXTS[task]}`,
            what: way,
            measured: found.measured,
            unit: found.unit,
          },
        ]
      : [],
  );
}
