/** What the fuzzer and the process that it watches say to each other. */

import type { Breach } from "./check.ts";

/** What the process is to do: this seed's inputs, from this number on. */
export interface Task {
  readonly seed: number;
  readonly from: number;
}

/** `begin` comes before each input, so that the one which never ends is known; `breach` behind one that broke a law. */
export type Report =
  | { readonly kind: "begin"; readonly index: number }
  | {
      readonly kind: "breach";
      readonly index: number;
      readonly law: Breach["law"];
      readonly detail: string;
      readonly base64: string;
    };

export function isReport(value: unknown): value is Report {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "begin" || value.kind === "breach";
}

export function isTask(value: unknown): value is Task {
  return typeof value === "object" && value !== null && "seed" in value && "from" in value;
}
