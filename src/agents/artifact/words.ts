/**
 * A result's state in words. The law of the wording: "failed validation" only of what a validator refused. Pure.
 */

import { basename } from "node:path";
import type { ArtifactEvidence } from "./state.ts";

/** Of somebody else's words so much is repeated, characters. */
const QUOTED_CHARS_MAX = 200;

/** What became of the result. */
export function artifactWords(artifact: ArtifactEvidence | undefined): string {
  if (artifact === undefined) return "no result file was named, so none was read";
  const name = basename(artifact.path);
  const detail = artifact.detail === undefined ? "" : ` (${cut(artifact.detail)})`;
  switch (artifact.state) {
    case "valid": {
      const contract = artifact.schema ?? "no schema was given, so any object counts";
      return `${name} is present and valid (${contract})`;
    }
    case "invalid":
      return `${name} failed validation by ${artifact.schema ?? "its schema"}: ${errorWords(artifact)}`;
    case "missing":
      return `${name} is missing`;
    case "temp-file-only":
      return `${name} is missing, and only a temporary file is there${detail}`;
    case "redirected":
      return `${name} was not read, for its path is redirected${detail}`;
    case "unreadable":
      return `${name} could not be read${detail}`;
    case "too-large":
      return `${name} was not read, for it is too large${detail}`;
    case "stale":
      return `${name} is older than this attempt${detail}`;
    case "unchanged":
      return `${name} is unchanged since the launch`;
    case "empty":
      return `${name} is empty`;
    case "incomplete":
      return `${name} may still be written${detail}`;
    case "unparseable":
      return `${name} is no JSON that can be parsed${detail}`;
    case "not-an-object":
      return `${name} is no JSON object${detail}`;
    case "foreign":
      return `${name} is another attempt's${detail}`;
    case "unvalidated":
      return `${name} is present and was not validated${detail}`;
    default:
      return artifact.state satisfies never;
  }
}

function errorWords({ errors = [], errorCount = 0 }: ArtifactEvidence): string {
  const [first] = errors;
  if (first === undefined) return "it does not keep its contract";
  const place = first.pointer === "" ? "at the top" : `at ${cut(first.pointer)}`;
  const more = errorCount > 1 ? ` (and ${errorCount - 1} more)` : "";
  return `${place}, found ${cut(first.found)}, wanted ${cut(first.wanted)}${more}`;
}

/** Somebody else's words, as much of them as is repeated. */
export function cut(text: string): string {
  return text.length > QUOTED_CHARS_MAX ? `${text.slice(0, QUOTED_CHARS_MAX)}…` : text;
}
