/** Reads an input field by field: what is wrong is collected with its place, and what nobody knows is named. Pure. */

import { asObject } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";

/** An input that cannot be decided on: every problem, each with its field. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/** One object of the input. A null counts as left away, as other languages write it. */
export class Fields {
  readonly #object: JsonObject;
  readonly #at: string;
  readonly #problems: string[];
  readonly #known = new Set<string>();

  constructor(object: JsonObject, at: string, problems: string[]) {
    this.#object = object;
    this.#at = at;
    this.#problems = problems;
  }

  /** The raw value, for a field of many shapes. */
  any(name: string): unknown {
    this.#known.add(name);
    return this.#object[name] ?? undefined;
  }

  /** The value, where it is what it must be; else the problem is noted. */
  of<T>(name: string, isRight: (value: unknown) => value is T, what: string): T | undefined {
    const value = this.any(name);
    if (value === undefined) return undefined;
    if (isRight(value)) return value;
    this.refuse(name, what);
    return undefined;
  }

  text(name: string): string | undefined {
    return this.of(name, isText, "must be non-empty text");
  }

  flag(name: string): boolean | undefined {
    return this.of(name, (value) => typeof value === "boolean", "must be true or false");
  }

  /** A finite number, zero or more: a time, or a count. */
  number(name: string): number | undefined {
    return this.of(name, isCount, "must be a number, zero or more");
  }

  oneOf<T extends string>(name: string, words: readonly T[]): T | undefined {
    const isWord = (value: unknown): value is T => words.some((word) => word === value);
    return this.of(name, isWord, `must be one of ${words.join(", ")}`);
  }

  texts(name: string): readonly string[] | undefined {
    return this.of(name, isTexts, "must be a list of texts");
  }

  /** An object whose values are texts. */
  textsByName(name: string): Readonly<Record<string, string>> | undefined {
    return this.of(name, isTextsByName, "must be an object of texts");
  }

  /** A nested object, read by `read`; what it does not ask for is unknown. */
  object<T>(name: string, read: (fields: Fields) => T): T | undefined {
    const object = this.of(name, isObject, "must be an object");
    if (object === undefined) return undefined;
    const fields = new Fields(object, `${this.#at}${name}.`, this.#problems);
    const result = read(fields);
    fields.end();
    return result;
  }

  /** Notes a problem of a field. */
  refuse(name: string, what: string): void {
    this.#problems.push(`${this.#at}${name} ${what}`);
  }

  /** Names the fields that nobody asked for. */
  end(): void {
    for (const name of Object.keys(this.#object)) {
      if (!this.#known.has(name)) this.#problems.push(`${this.#at}${name} is no field that is known`);
    }
  }
}

/** The object without the fields that are undefined. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (isDefined(value)) kept[key] = value;
  }
  return kept;
}

function isDefined<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return asObject(value) !== undefined;
}

/** True for text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTextsByName(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((item) => typeof item === "string");
}
