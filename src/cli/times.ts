/** Times as people type them. Pure: the clock is passed in. */

const DAY_MS = 86_400_000;
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", DAY_MS],
  ["w", 7 * DAY_MS],
]);
/** Longer names of the units; a plural `s` is taken off before. */
const UNIT_NAMES: ReadonlyMap<string, string> = new Map([
  ["millisecond", "ms"],
  ["sec", "s"],
  ["second", "s"],
  ["min", "m"],
  ["minute", "m"],
  ["hr", "h"],
  ["hour", "h"],
  ["day", "d"],
  ["week", "w"],
]);
/** From here on a plain number is milliseconds: as seconds it would lie in the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

const NUMBER = /^\d+(?:\.\d+)?$/;
const DURATION = /^(?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+?(?:\s*ago)?$/i;
const DURATION_PART = /(\d+(?:\.\d+)?)\s*([a-z]+)/gi;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** What {@link parseTime} takes, for messages and help. */
export const TIME_FORMS =
  "2026-11-01T10:00:00Z, Unix seconds or milliseconds, or a time ago like 90m, 2h ago, 1d 12h";

/**
 * A point in time from what a person typed: ISO 8601 (a date alone is midnight UTC; a time without a zone is
 * local), Unix seconds or milliseconds, `now`, or a duration before `nowMs` (`2h`, `90 minutes ago`, `1d12h`).
 *
 * @returns Unix milliseconds; undefined for anything else
 */
export function parseTime(text: string, nowMs: number): number | undefined {
  const typed = text.trim();
  if (typed.toLowerCase() === "now") return nowMs;
  if (NUMBER.test(typed)) {
    const number = Number(typed);
    return within(number >= MILLISECONDS_FROM ? Math.trunc(number) : Math.trunc(number * 1_000));
  }
  if (ISO.test(typed)) return parseIso(typed);
  const ago = DURATION.test(typed) ? parseDuration(typed.replace(/\s*ago$/i, "")) : undefined;
  return ago === undefined ? undefined : within(nowMs - ago);
}

/**
 * A length of time from what a person typed: `90s`, `10m`, `1h 30m`; a plain number is seconds.
 *
 * @returns milliseconds; undefined for anything else
 */
export function parseLength(text: string): number | undefined {
  const typed = text.trim();
  if (NUMBER.test(typed)) return Math.round(Number(typed) * 1_000);
  return DURATION.test(typed) && !/ago$/i.test(typed) ? parseDuration(typed) : undefined;
}

function parseIso(text: string): number | undefined {
  const [, year = "", month = "", day = "", time = "", zone = ""] = ISO.exec(text) ?? [];
  const date = Date.parse(`${year}-${month}-${day}`);
  // The parser takes February 30 for March 2: what it makes of the date must read as it was typed.
  if (Number.isNaN(date) || new Date(date).getUTCDate() !== Number(day)) return undefined;
  if (time === "") return date;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const parsed = Date.parse(`${year}-${month}-${day}T${time}${offset}`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function parseDuration(text: string): number | undefined {
  let total = 0;
  for (const [, amount = "", name = ""] of text.matchAll(DURATION_PART)) {
    const unit = unitMs(name.toLowerCase());
    if (unit === undefined) return undefined;
    total += Number(amount) * unit;
  }
  return Math.round(total);
}

function unitMs(name: string): number | undefined {
  const singular = name.length > 2 && name.endsWith("s") ? name.slice(0, -1) : name;
  return UNIT_MS.get(UNIT_NAMES.get(singular) ?? name);
}

/** The range that a Date can hold, ms on either side of 1970. */
const TIME_MS_MAX = 8_640_000_000_000_000;

function within(time: number): number | undefined {
  return Math.abs(time) <= TIME_MS_MAX ? time : undefined;
}

/** A time of day in UTC, `10:02:11Z`. Undefined for a number that is no time. */
export function clockOf(timeMs: number): string | undefined {
  return isoOf(timeMs)?.replace(/^.*T(\d\d:\d\d:\d\d).*$/, "$1Z");
}

/** A day in UTC, `2026-11-01`. Undefined for a number that is no time. */
export function dayOf(timeMs: number): string | undefined {
  return isoOf(timeMs)?.replace(/T.*$/, "");
}

/** ISO 8601 in UTC; undefined for a number that is no time (a transcript may hold any). */
export function isoOf(timeMs: number): string | undefined {
  return Math.abs(timeMs) <= TIME_MS_MAX ? new Date(timeMs).toISOString() : undefined;
}

/** How long ago, in a few columns: `12 s ago`, `3 h ago`, `5 d ago`; `?` for a time that is not known. */
export function agoOf(timeMs: number, nowMs: number): string {
  if (!(timeMs > 0)) return "?";
  const passed = Math.max(nowMs - timeMs, 0);
  const [unit, size] = AGO_UNITS.find(([, ms]) => passed >= ms) ?? ["s", 1_000];
  return `${Math.floor(passed / size)} ${unit} ago`;
}
const AGO_UNITS = [
  ["d", DAY_MS],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;
