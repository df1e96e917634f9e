/** One transcript's verdict with the path it was found at: what `check` prints a row of. Pure. */

import stringify from "fast-json-stable-stringify";
import type { Judgement } from "../transcripts/index.ts";
import { escapeJson } from "./escape.ts";
import { textOfPath } from "./file-path.ts";
import type { FilePath } from "./file-path.ts";
import type { Output } from "./output.ts";

/** A verdict and its file. */
export interface Judged {
  readonly path: FilePath;
  readonly judgement: Judgement;
}

/**
 * The fields of a judged transcript, as `--json` gives them. A path that is no UTF-8 is given twice: as text to
 * read (U+FFFD for what is no text), and exactly, as `pathBase64`.
 */
export function fieldsOf({ path, judgement }: Judged): Readonly<Record<string, unknown>> {
  const { format, kind, reason, at, warnings, bytes, bytesRead } = judgement;
  return {
    path: textOfPath(path),
    ...(typeof path === "string" ? {} : { pathBase64: path.toString("base64") }),
    format,
    kind,
    reason,
    at,
    warnings,
    bytes,
    bytesRead,
    sessionId: judgement.sessionId,
    agentId: judgement.agentId,
    ...evidenceOf(judgement),
  };
}

function evidenceOf(judgement: Judgement): Readonly<Record<string, unknown>> {
  if (judgement.kind === "terminal") {
    const { text, unrecordedStop } = judgement;
    return { text, unrecordedStop };
  }
  const { salvage } = judgement;
  return {
    salvage: salvage?.text,
    salvageAt: salvage?.at,
    detail: judgement.kind === "indeterminate" ? judgement.detail : undefined,
    on: judgement.kind === "parked" ? judgement.on : undefined,
  };
}

/**
 * Canonical JSON on one line, without what is not set; lone surrogates stay well-formed, as escapes. For a terminal
 * the same data, but nothing in it that a terminal would obey.
 */
export function jsonFor(output: Pick<Output, "isTerminal">, value: unknown): string {
  const json = stringify(value);
  return output.isTerminal ? escapeJson(json) : json;
}
