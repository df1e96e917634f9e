/**
 * A transcript made fit to be kept beside the source: what its vendor's prompts say, where it was written, and ids that no
 * other machine could have. Everything that decides a verdict stays as it was written. Pure.
 */

import { asArray, asObject, asString, parseRecord } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";

/** Longer than a tool's report or an error's message in these runs, and shorter than a prompt, characters. */
const WORDS_CHARS_MAX = 160;
/** Who speaks in a vendor's words alone. */
const VENDOR_ROLES: ReadonlySet<string> = new Set(["system", "developer"]);
const UUID =
  /(?<![0-9a-f])([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/g;
const LEADING_TAG = /^<([a-z_]+)>/;

/** What is known of a run's words and places. */
export interface Scrubbing {
  /** Folders of the run, each with what stands for it. */
  readonly paths: readonly (readonly [string, string])[];
  /** The words of the script, which stay, wherever they stand. */
  readonly words: readonly string[];
}

/**
 * The transcript's text, scrubbed line by line.
 *
 * @returns undefined where a line is no JSON object, for then nothing tells what is in it
 */
export function scrub(content: string, scrubbing: Scrubbing): string | undefined {
  const ids = new Map<string, string>();
  const lines: string[] = [];
  for (const line of content.split("\n").filter((text) => text !== "")) {
    const record = parseRecord(line);
    if (record === undefined) return undefined;
    lines.push(`${withoutIds(JSON.stringify(scrubObject(record, scrubbing, false)), ids)}\n`);
  }
  return lines.join("");
}

function scrubObject(object: JsonObject, scrubbing: Scrubbing, isVendors: boolean): JsonObject {
  const vendors = isVendors || VENDOR_ROLES.has(asString(object["role"]) ?? "");
  // Codex's picture of the machine: nothing in it is said or done.
  const isPicture = object["type"] === "world_state";
  const fields = Object.entries(object).map(([key, value]) => [
    key,
    isPicture && key === "payload" ? {} : scrubValue(value, scrubbing, vendors),
  ]);
  return asObject(Object.fromEntries(fields)) ?? {};
}

function scrubValue(value: unknown, scrubbing: Scrubbing, isVendors: boolean): unknown {
  if (typeof value === "string") return scrubText(value, scrubbing, isVendors);
  if (Array.isArray(value)) return asArray(value).map((item) => scrubValue(item, scrubbing, isVendors));
  const object = asObject(value);
  return object === undefined ? value : scrubObject(object, scrubbing, isVendors);
}

function scrubText(text: string, { paths, words }: Scrubbing, isVendors: boolean): string {
  const isScripts = words.some((word) => text.includes(word));
  const isProse = /\s/.test(text) && (isVendors || text.length > WORDS_CHARS_MAX || LEADING_TAG.test(text));
  if (isProse && !isScripts) return elided(text);
  // Codex writes some of them as URLs.
  return paths.reduce(
    (kept, [path, name]) => kept.replaceAll(path, name).replaceAll(encodeURI(path), name),
    text,
  );
}

/** A tag around the words is kept: it says whose they are. */
function elided(text: string): string {
  const tag = LEADING_TAG.exec(text)?.[1];
  const note = `[elided ${text.length} characters]`;
  return tag === undefined ? note : `<${tag}>${note}</${tag}>`;
}

/** Ids in the order in which they come, with the time that is in them: order is all that a reading asks of it. */
function withoutIds(line: string, ids: Map<string, string>): string {
  return line.replaceAll(UUID, (id, start: string) => {
    const known = ids.get(id) ?? `${start}000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  });
}
