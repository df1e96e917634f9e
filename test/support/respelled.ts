/** The same records, spelled otherwise: other order of keys, other white space, other spelling of numbers. */

import { parseRecord } from "../../src/transcripts/json.ts";

/** Every line that is a record is spelled anew; the others, and the ends of the lines, stay as they are. */
export function respelled(bytes: Buffer, seed: number): Buffer {
  const random = randomFrom(seed);
  const lines = bytes.toString("latin1").split("\n");
  const parts = lines.map((line) => {
    const text = Buffer.from(line, "latin1").toString("utf8");
    // Text that does not come back as it was is no UTF-8.
    const record = Buffer.from(text, "utf8").toString("latin1") === line ? parseRecord(text) : undefined;
    return record === undefined ? line : Buffer.from(spell(record, random), "utf8").toString("latin1");
  });
  return Buffer.from(parts.join("\n"), "latin1");
}

type Random = (below: number) => number;

function spell(value: unknown, random: Random): string {
  const space = (): string => ["", "", "", " ", "\t", "  ", "\r"][random(7)] ?? "";
  if (Array.isArray(value)) {
    return `[${space()}${value.map((part) => spell(part, random)).join(`${space()},${space()}`)}${space()}]`;
  }
  if (typeof value === "object" && value !== null) {
    const fields = shuffled(Object.entries(value), random).map(
      ([key, field]) => `${JSON.stringify(key)}${space()}:${space()}${spell(field, random)}`,
    );
    return `{${space()}${fields.join(`${space()},${space()}`)}${space()}}`;
  }
  if (typeof value === "number") return spellNumber(value, random);
  return JSON.stringify(value);
}

function spellNumber(value: number, random: Random): string {
  const spellings = [
    String(value),
    value.toExponential(),
    value.toExponential().replace("e", "0E"),
    `${value}.0`,
    `${value}e0`,
    `${value}0e-1`,
  ];
  const spelling = spellings[random(spellings.length)] ?? String(value);
  // Not every way fits every number: 1e21 has no point to put zeros behind.
  return isSame(spelling, value) ? spelling : JSON.stringify(value);
}

function isSame(spelling: string, value: number): boolean {
  try {
    return JSON.parse(spelling) === value;
  } catch {
    return false;
  }
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const rest = [...all];
  return all.map(() => rest.splice(random(rest.length), 1)).flat();
}

/** Mulberry32: small, and the same for a seed everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
