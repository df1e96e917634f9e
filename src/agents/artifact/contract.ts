/** Small questions that the contracts of bmad-loop ask of a value, each adding what is wrong to a list. Pure. */

import { asObject, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { pointerOf, shown } from "./validator.ts";
import type { ArtifactError } from "./validator.ts";

/** A place in a value. */
export type Path = readonly (string | number)[];

/** Collects what is wrong. */
export class Findings {
  readonly errors: ArtifactError[] = [];

  /** Notes an error. */
  add(path: Path, found: unknown, wanted: string): void {
    this.errors.push({ pointer: pointerOf(path), found: shown(found), wanted });
  }

  /** The object's field as an array. `optional`: it may be left away. */
  array(object: JsonObject, path: Path, field: string, optional = false): readonly unknown[] {
    const value = object[field];
    if (Array.isArray(value)) return value;
    if (!(optional && value === undefined)) this.add([...path, field], value, "an array");
    return [];
  }

  /** The entries of an array that are objects, with their places. */
  objects(
    values: readonly unknown[],
    path: Path,
  ): readonly { readonly entry: JsonObject; readonly at: Path }[] {
    return values.flatMap((value, index) => {
      const entry = asObject(value);
      const at = [...path, index];
      if (entry === undefined) this.add(at, value, "an object");
      return entry === undefined ? [] : [{ entry, at }];
    });
  }

  /** The object's field as text that says something. */
  words(object: JsonObject, path: Path, field: string): string | undefined {
    const text = asString(object[field]);
    if (text !== undefined && text.trim() !== "") return text;
    this.add([...path, field], object[field], "non-empty text");
    return undefined;
  }

  /** Holds a field to one value. */
  exactly(object: JsonObject, field: string, wanted: string): void {
    if (object[field] !== wanted) this.add([field], object[field], shown(wanted));
  }
}
