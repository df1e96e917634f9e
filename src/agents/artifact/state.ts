/**
 * What a result file is worth: whether it is there, whole, this attempt's, and keeps its contract. Each state is one
 * word, and only `valid` and `invalid` come from a validator that ran.
 */

import type { JsonObject } from "../../transcripts/index.ts";
import { findCritical } from "./escalation.ts";
import { foreignId } from "./identity.ts";
import { parseArtifact } from "./parse.ts";
import type { Parsed } from "./parse.ts";
import { readArtifact } from "./read.ts";
import type { ArtifactBytes, ArtifactPlace, ArtifactReading } from "./read.ts";
import { ERRORS_MAX } from "./validator.ts";
import type { ArtifactError, Validator } from "./validator.ts";

/** What a result file is worth. */
export type ArtifactState =
  | "missing"
  /** Nothing in its place; a half-written file beside it. */
  | "temp-file-only"
  | "redirected"
  | "unreadable"
  | "too-large"
  /** Older than this attempt. */
  | "stale"
  /** Byte for byte what lay there at launch. */
  | "unchanged"
  | "empty"
  /** The beginning of JSON, changed a moment ago: it may still be written. */
  | "incomplete"
  | "unparseable"
  | "not-an-object"
  /** It bears an id of another session or task. */
  | "foreign"
  /** The validator itself failed: nothing is known of the contract. */
  | "unvalidated"
  | "invalid"
  | "valid";

/** A result that a run was to leave, and how to tell that it is this attempt's. */
export interface ArtifactRequest extends ArtifactPlace {
  /** Without it any JSON object is valid. */
  readonly validator?: Validator;
  /** True where text never stands in for it. */
  readonly required?: boolean;
  /** When this attempt was launched, Unix ms. */
  readonly launchedAt?: number;
  /** SHA-256 in hex of what lay there at launch. */
  readonly launchSha256?: string;
  /** Ids of this attempt, by the field that bears them; a field that the result does not have is not asked. */
  readonly ids?: Readonly<Record<string, string>>;
  /** How long a result may be on its way after the end of the session or its own last change, ms. Default 15 s. */
  readonly graceMs?: number;
  /** When the session ended, Unix ms, where it is known: a result may land a moment later. */
  readonly endedAt?: number;
}

/** A result file as evidence. */
export interface ArtifactEvidence {
  readonly path: string;
  readonly state: ArtifactState;
  readonly required: boolean;
  /** Set while the state may still change by itself: look again then, Unix ms. */
  readonly settlesAt?: number;
  /** For people: the position of a parse error, what lies there instead. Untrusted text. */
  readonly detail?: string;
  /** What is wrong, where the state is `invalid`; at most 50. */
  readonly errors?: readonly ArtifactError[];
  readonly errorCount?: number;
  /** The validator that ran or was to run; null where no contract was given. */
  readonly schema: string | null;
  /** What of the contract was not checked. */
  readonly unchecked?: string;
  /** True only where a validator ran to its end: the one case in which validation can have failed. */
  readonly validated: boolean;
  /** True where the file was shown to be written after the launch. */
  readonly ofThisAttempt: boolean;
  /** The result, where it is this attempt's JSON object. */
  readonly value?: JsonObject;
  /** A critical escalation inside it, for a human. Untrusted text. */
  readonly critical?: string;
  readonly sha256?: string;
  readonly bytes?: number;
  /** Unix ms. */
  readonly modifiedAt?: number;
}

/** The grace of bmad-loop: 15 s after Stop. Source: formats.md, "bmad-loop's files". */
export const ARTIFACT_GRACE_MS = 15_000;

/**
 * Reads and examines a result. Never throws for what lies there.
 *
 * @param now Unix ms
 */
export async function examineArtifact(request: ArtifactRequest, now: number): Promise<ArtifactEvidence> {
  return examineReading(request, readArtifact(request), now);
}

/** The same for a file that was read already. */
export async function examineReading(
  request: ArtifactRequest,
  reading: ArtifactReading,
  now: number,
): Promise<ArtifactEvidence> {
  const { path, required = false, validator = null } = request;
  const about = { path, required, schema: validator?.name ?? null, validated: false, ofThisAttempt: false };
  const graceMs = request.graceMs ?? ARTIFACT_GRACE_MS;
  const awaited = (since: number | undefined) => settling(since, graceMs, now);
  switch (reading.kind) {
    case "missing": {
      const { temp } = reading;
      if (temp === undefined || temp.modifiedAt < (request.launchedAt ?? 0)) {
        return { ...about, state: "missing", ...awaited(request.endedAt) };
      }
      const detail = `${temp.path}, ${temp.bytes} bytes, was never renamed`;
      return { ...about, state: "temp-file-only", detail, ...awaited(temp.modifiedAt) };
    }
    case "redirected":
      return { ...about, state: "redirected", detail: reading.detail };
    case "unreadable":
      return {
        ...about,
        state: "unreadable",
        detail: reading.detail,
        ...(reading.transient ? awaited(request.endedAt) : {}),
      };
    case "too-large": {
      const detail = `${reading.bytes} bytes, and ${reading.bytesMax} are the most that is read`;
      return { ...about, state: "too-large", detail, bytes: reading.bytes };
    }
    case "read":
      return examineBytes(request, reading, about, awaited);
    default:
      return reading satisfies never;
  }
}

type About = Pick<ArtifactEvidence, "path" | "required" | "schema" | "validated" | "ofThisAttempt">;
type Settling = Pick<ArtifactEvidence, "settlesAt">;

async function examineBytes(
  request: ArtifactRequest,
  { content, modifiedAt, sha256 }: ArtifactBytes,
  about: About,
  awaited: (since: number | undefined) => Settling,
): Promise<ArtifactEvidence> {
  const { launchedAt, launchSha256, ids = {} } = request;
  const file = { ...about, sha256, bytes: content.byteLength, modifiedAt };
  if (launchedAt !== undefined && modifiedAt < launchedAt) {
    const older = Math.ceil(launchedAt - modifiedAt);
    const detail = `last changed ${older} ms before the launch`;
    return { ...file, state: "stale", detail, ...awaited(request.endedAt) };
  }
  if (sha256 === launchSha256?.toLowerCase()) {
    return { ...file, state: "unchanged", ...awaited(request.endedAt) };
  }
  const ours = { ...file, ofThisAttempt: launchedAt !== undefined || launchSha256 !== undefined };
  const parsed = parseArtifact(content);
  if (parsed.kind !== "object") {
    const changedAt = Math.max(modifiedAt, request.endedAt ?? modifiedAt);
    return { ...ours, ...unparsed(parsed, awaited(changedAt)) };
  }
  const { value } = parsed;
  const foreign = foreignId(value, ids);
  if (foreign !== undefined) return { ...ours, ofThisAttempt: false, state: "foreign", detail: foreign };
  const critical = findCritical(value);
  const whole = { ...ours, value, ...(critical === undefined ? {} : { critical }) };
  return { ...whole, ...(await validate(value, request.validator)) };
}

function unparsed(
  parsed: Exclude<Parsed, { readonly kind: "object" }>,
  settles: Settling,
): Pick<ArtifactEvidence, "state" | "detail" | "settlesAt"> {
  switch (parsed.kind) {
    case "empty":
      return { state: "empty", ...settles };
    case "not-an-object":
      return { state: "not-an-object", detail: `it holds ${parsed.found}; a JSON object was wanted` };
    case "fault": {
      const writing = parsed.atEnd && settles.settlesAt !== undefined;
      return {
        state: writing ? "incomplete" : "unparseable",
        detail: parsed.detail,
        ...(writing ? settles : {}),
      };
    }
    default:
      return parsed satisfies never;
  }
}

async function validate(
  value: JsonObject,
  validator: Validator | undefined,
): Promise<Pick<ArtifactEvidence, "state" | "detail" | "errors" | "errorCount" | "validated" | "unchecked">> {
  if (validator === undefined) return { state: "valid", validated: false };
  const unchecked = validator.unchecked === undefined ? {} : { unchecked: validator.unchecked };
  try {
    const errors = await validator.errorsIn(value);
    if (errors.length === 0) return { state: "valid", validated: true, ...unchecked };
    const kept = { errors: errors.slice(0, ERRORS_MAX), errorCount: errors.length };
    return { state: "invalid", validated: true, ...kept, ...unchecked };
  } catch (error) {
    // A validator is the caller's own code. What it stumbles over is neither valid nor invalid.
    const detail = `the validator ${validator.name} failed: ${error instanceof Error ? error.message : String(error)}`;
    return { state: "unvalidated", validated: false, detail };
  }
}

/** Until when a state that began at `since` may still change; nothing where that is over, or not known. */
function settling(since: number | undefined, graceMs: number, now: number): Settling {
  if (since === undefined) return {};
  // A time ahead of this clock must not make one long wait.
  const settlesAt = Math.min(since, now) + graceMs;
  return now < settlesAt ? { settlesAt } : {};
}
