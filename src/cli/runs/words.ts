/** A run and its messages in a few words, for rows and lines. Pure. */

import type { Delivery, Run } from "../../agents/index.ts";
import { isoOf } from "../times.ts";

/** Where a run stands: `running`, `ended ok`. */
export function stateOf({ status, outcome }: Run): string {
  return outcome === undefined ? status : `${status} ${outcome}`;
}

/** What a parent was told. */
export function toldOf({ state, attempts }: Delivery): string {
  switch (state) {
    case "pending":
      return attempts === 0 ? "to be told" : `tried ${times(attempts)}`;
    case "delivered":
      return "told";
    case "dead":
      return `given up, tried ${times(attempts)}`;
    case "dismissed":
      return "dismissed";
    case "superseded":
      return "superseded";
    default:
      return state satisfies never;
  }
}

/** A time to the second, `2026-11-01 12:00:00Z`. */
export function whenOf(time: number): string {
  return (
    isoOf(time)
      ?.replace("T", " ")
      .replace(/\.\d+Z$/, "Z") ?? String(time)
  );
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
