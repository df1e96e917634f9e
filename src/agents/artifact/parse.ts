/** A result's bytes to its JSON object, or to where they stop being one. Pure. */

import { isUtf8 } from "node:buffer";
import { asObject } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { findJsonFault } from "./json-fault.ts";
import { shown } from "./validator.ts";

/** What the bytes are. */
export type Parsed =
  | { readonly kind: "object"; readonly value: JsonObject }
  | { readonly kind: "empty" }
  | { readonly kind: "not-an-object"; readonly found: string }
  /** `atEnd`: they end too early, and may be the beginning of a whole one. */
  | { readonly kind: "fault"; readonly detail: string; readonly atEnd: boolean };

/** Deeper nesting is no result, and would overflow the stack of whoever walks through it. */
const DEPTH_MAX = 200;

/** Parses a result. UTF-8, with or without a byte order mark (Windows' shells write one). */
export function parseArtifact(content: Buffer): Parsed {
  if (!isUtf8(content)) return invalidUtf8(content);
  const text = content.toString("utf8").replace(/^\ufeff/, "");
  if (text.trim() === "") return { kind: "empty" };
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, DEPTH_MAX)) {
      return { kind: "fault", detail: `it is nested more than ${DEPTH_MAX} levels deep`, atEnd: false };
    }
    const object = asObject(value);
    return object === undefined
      ? { kind: "not-an-object", found: nameOf(value) }
      : { kind: "object", value: object };
  } catch {
    const { offset, line, column, atEnd } = findJsonFault(text);
    const where = `at line ${line}, column ${column} (character ${offset})`;
    return { kind: "fault", detail: `${atEnd ? "the JSON ends too early" : "no JSON"} ${where}`, atEnd };
  }
}

/** The bytes may end in the middle of a character while they are written. */
function invalidUtf8(content: Buffer): Parsed {
  const cut = [1, 2, 3].some((count) => isUtf8(content.subarray(0, -count)));
  const detail = cut ? "the text ends in the middle of a character" : "it is no UTF-8";
  return { kind: "fault", detail: `${detail} (${content.byteLength} bytes)`, atEnd: cut };
}

function isDeeper(value: unknown, levels: number): boolean {
  let layer: readonly unknown[] = [value];
  for (let level = 0; level <= levels; level += 1) {
    const next: unknown[] = [];
    for (const one of layer) {
      if (typeof one !== "object" || one === null) continue;
      for (const inner of Object.values(one)) {
        if (typeof inner === "object" && inner !== null) next.push(inner);
      }
    }
    if (next.length === 0) return false;
    layer = next;
  }
  return true;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return value === null
    ? "null"
    : `${typeof value === "object" ? "an object" : `a ${typeof value}`}, ${shown(value)}`;
}
