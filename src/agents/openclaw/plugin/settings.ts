/** The plugin's settings: what each means, its default, and its limits. Pure. */

import { HIDING_FAILURES } from "../failures.ts";
import type { HidingFailure } from "../failures.ts";
import type { Fields } from "./host.ts";

/** What to look at, how long to wait, how much to say. */
export interface PluginSettings {
  /** The failures that are looked into. */
  readonly failures: readonly HidingFailure[];
  /** How long after a failure its record is read, ms: what is still being written is written then. */
  readonly graceMs: number;
  /** So much of an answer is handed on, bytes of UTF-8. */
  readonly answerBytesMax: number;
  /** Failures older than this are left alone at start-up, hours. */
  readonly ageHoursMax: number;
  /** Say in the log what would be told, and tell nobody. */
  readonly dryRun: boolean;
}

/** A number's bounds and default. `openclaw.plugin.json` says the same; a test holds that. */
export const NUMBERS = {
  graceMs: { least: 0, most: 600_000, usual: 3_000 },
  answerBytesMax: { least: 256, most: 24_576, usual: 16_384 },
  ageHoursMax: { least: 0, most: 168, usual: 24 },
} as const;

/**
 * The settings, with defaults for what is not set. What cannot be meant is replaced by its default too, and named:
 * the host has checked them against the manifest before, so that this happens only where it does not.
 */
export function settingsFrom(given: Fields): {
  readonly settings: PluginSettings;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const number = (name: keyof typeof NUMBERS): number => {
    const { least, most, usual } = NUMBERS[name];
    const value = given[name] ?? usual;
    if (typeof value === "number" && value >= least && value <= most) return value;
    problems.push(`${name} must be a number from ${least} to ${most}; ${usual} is used`);
    return usual;
  };
  const settings: PluginSettings = {
    failures: failuresFrom(given["failures"], problems),
    graceMs: number("graceMs"),
    answerBytesMax: number("answerBytesMax"),
    ageHoursMax: number("ageHoursMax"),
    dryRun: given["dryRun"] === true,
  };
  return { settings, problems };
}

function failuresFrom(given: unknown, problems: string[]): readonly HidingFailure[] {
  if (given === undefined) return HIDING_FAILURES;
  const chosen = HIDING_FAILURES.filter((name) => Array.isArray(given) && given.includes(name));
  if (Array.isArray(given) && chosen.length === new Set(given).size) return chosen;
  problems.push(`failures must be a list of ${HIDING_FAILURES.join(", ")}; all are looked into`);
  return HIDING_FAILURES;
}
