/** The same records, spelled otherwise: other order of keys, other white space, other spelling of numbers. */

import { parseRecord } from "../../src/transcripts/json.ts";
import { Random } from "../bench/random.ts";

/** Every line that is a record is spelled anew; the others, and the ends of the lines, stay as they are. */
export function respelled(bytes: Buffer, seed: number): Buffer {
  const random = new Random(seed);
  const lines = bytes.toString("latin1").split("\n");
  const parts = lines.map((line) => {
    const text = Buffer.from(line, "latin1").toString("utf8");
    // Text that does not come back as it was is no UTF-8.
    const record = Buffer.from(text, "utf8").toString("latin1") === line ? parseRecord(text) : undefined;
    return record === undefined ? line : Buffer.from(spell(record, random), "utf8").toString("latin1");
  });
  return Buffer.from(parts.join("\n"), "latin1");
}

const SPACES = ["", "", "", " ", "\t", "  ", "\r"];

function spell(value: unknown, random: Random): string {
  const space = (): string => random.pick(SPACES);
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
  // A number too large for any is read as endless; JSON has no word for that.
  if (!Number.isFinite(value)) return value > 0 ? "1e999" : "-1e999";
  const spellings = [
    String(value),
    value.toExponential(),
    value.toExponential().replace("e", "0E"),
    `${value}.0`,
    `${value}e0`,
    `${value}0e-1`,
  ];
  const spelling = random.pick(spellings);
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
  return all.map(() => rest.splice(random.whole(0, rest.length - 1), 1)).flat();
}
