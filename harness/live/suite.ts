/** What a live run is made of: a real program, scenarios that happen to it, and what is compared in each. Types, mostly. */

import type { ProgramPackage } from "../packages.ts";
import type { Place } from "./place.ts";
import type { Recording } from "./recording.ts";

/** One thing that was compared. */
export interface Check {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
}

/** One thing that happens to a program. */
export interface Scenario {
  readonly name: string;
  /** Lets it happen in a place of its own, and compares. Throws where it could not even be tried. */
  readonly run: (place: Place) => Promise<readonly Check[]>;
  /** What is worth keeping of it afterwards; undefined where it cannot be scrubbed. */
  readonly record?: (place: Place) => Recording | undefined;
  /** True for the few that a short run has. */
  readonly short?: boolean;
}

/** A real program, and what shall happen to it. */
export interface LiveSuite {
  /** The transcript's format, or the program's name. */
  readonly name: string;
  readonly package: ProgramPackage;
  /** What else it needs of the registry, each in a folder of its own. */
  readonly needs?: readonly ProgramPackage[];
  /** Why this machine cannot run it; undefined where it can. */
  readonly unable: () => string | undefined;
  /** True where a short run has some of its scenarios. */
  readonly short?: boolean;
  /** @param folder where the package was installed: it has `node_modules` */
  readonly scenarios: (folder: string) => readonly Scenario[];
}

/** What was asked of a run, beside the suites. */
export interface LiveWishes {
  /** The scenarios alone that a short run has. */
  readonly short?: boolean;
  /** A folder that recordings are kept in. */
  readonly save?: string;
}

/** How a scenario went. */
export interface LiveRow {
  readonly suite: string;
  readonly version: string;
  readonly scenario: string;
  readonly ms: number;
  readonly checks: readonly Check[];
  /** Why it could not be tried. */
  readonly trouble?: string;
}

/** A suite that was not run. */
export interface SkippedSuite {
  readonly suite: string;
  readonly version: string;
  readonly skipped: string;
}

/** True where everything that was compared agrees. */
export function holds({ checks, trouble }: LiveRow): boolean {
  return trouble === undefined && checks.every(agrees);
}

export function agrees({ wanted, found }: Check): boolean {
  return wanted === found;
}

/** A comparison of two values, as canonical text. */
export function check(what: string, wanted: unknown, found: unknown): Check {
  return { what, wanted: textOf(wanted), found: textOf(found) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(textOf).join(" ") : (JSON.stringify(value) ?? "nothing");
}
