/** Narrowing JSON that nobody vouches for. No casts: ask for each field. */

export type JsonObject = { readonly [key: string]: unknown };

/** The value as an object, or undefined for anything else (arrays too). */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an array, or an empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a string, or undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value as a finite number, or undefined. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A time as Unix milliseconds: an ISO 8601 string or a number of milliseconds. Anything else: undefined. */
export function asTime(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The JSON object that the text is; undefined for anything else. */
export function parseRecord(text: string): JsonObject | undefined {
  // A parser that throws takes as long as one that parses a page: do not ask it about prose, or a torn record.
  if (!OBJECT_START.test(text) || !text.trimEnd().endsWith("}")) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
const OBJECT_START = /^\s*\{/;
