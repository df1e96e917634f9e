/** What happened in a simulation, step by step, and a digest of it: two runs of one seed must have the same. */

import { createHash } from "node:crypto";
import { BEGINNING } from "./scheduler.ts";
import type { Scheduler } from "./scheduler.ts";

/** The first thing that was found wrong. */
export interface Break {
  readonly invariant: string;
  readonly detail: string;
}

/** The lines of one simulation. */
export class Trace {
  readonly lines: string[] = [];
  #broken: Break | undefined;
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** The first invariant that did not hold, if there was one. */
  get broken(): Break | undefined {
    return this.#broken;
  }

  /** Notes what happened now. */
  say(who: string, what: string): void {
    const seconds = ((this.#scheduler.now - BEGINNING) / 1_000).toFixed(3);
    this.lines.push(`+${seconds}s ${who} ${what}`);
  }

  /** Notes that an invariant does not hold. The simulation ends behind this step. */
  breaks(invariant: string, detail: string): void {
    this.say("BROKEN", `${invariant}: ${detail}`);
    this.#broken ??= { invariant, detail };
  }

  /** SHA-256 of all lines, in hex. */
  digest(): string {
    return createHash("sha256").update(this.lines.join("\n")).digest("hex");
  }
}

/** An answer in a few words. */
export function inWords(answer: unknown): string {
  if (Array.isArray(answer)) return `[${answer.map(inWords).join(", ")}]`;
  if (typeof answer !== "object" || answer === null) return String(answer);
  const parts = ["kind", "key", "token", "runId", "generation", "status", "outcome", "state"].flatMap(
    (name) => {
      const value: unknown = Reflect.get(answer, name);
      return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
    },
  );
  const inner = ["run", "claim", "delivery"].flatMap((name) => {
    const value: unknown = Reflect.get(answer, name);
    return typeof value === "object" && value !== null ? [inWords(value)] : [];
  });
  return [...parts, ...inner].join(" ");
}
