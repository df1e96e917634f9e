/** What is told of a session that stopped. The same in the library, on standard input, and from other languages. */

import { asObject } from "../../transcripts/index.ts";
import type { JsonObject, JudgeOptions } from "../../transcripts/index.ts";
import type { MigrationFacts } from "../artifact/bmad-migration.ts";
import type { TriageFacts } from "../artifact/bmad-triage.ts";
import type { RelayFindings } from "../events/relay-findings.ts";
import type { GuardMemory } from "../events/guard.ts";
import { Fields, InputError, given, isObject, isText } from "./fields.ts";

/** How a loop says that a session ended. Source: formats.md, "bmad-loop's files". */
export const SESSION_STATUSES = [
  "completed",
  "stalled",
  "timeout",
  "crashed",
  "over_budget",
  "aborted",
] as const;
/** How its own loop saw a session end: one of {@link SESSION_STATUSES}. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** The result that the session was to leave. */
export interface ArtifactInput extends TriageFacts, MigrationFacts {
  readonly path: string;
  /** The folder it must lie in. By default the file's own. */
  readonly root?: string;
  /** `bmad-triage`, `bmad-migration`, a JSON Schema's file, or the schema itself. Without it any object is valid. */
  readonly schema?: string | JsonObject;
  /** True where text never stands in for it. Default false. */
  readonly required?: boolean;
  /** Unix ms. */
  readonly launchedAt?: number;
  /** SHA-256 in hex of what lay there at launch. */
  readonly launchSha256?: string;
  /** Ids of this attempt, by the result's field that bears them. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Default 15 s. */
  readonly graceMs?: number;
}

/** Where the session's events are. */
export interface EventsInput {
  /** The relay's folder, or all of them. */
  readonly dir?: string | readonly string[];
  /** A JSON-lines log of events. */
  readonly log?: string;
  /** When the session was launched, Unix ms: older events are another's. By default the result's `launchedAt`. */
  readonly since?: number;
  /** The task's id, as the events bear it. */
  readonly taskId?: string;
}

/** A session that stopped. Only `status` must be given. */
export interface StoppedSessionInput {
  readonly status: SessionStatus;
  /** True where the multiplexer no longer lists the session. */
  readonly sessionVanished?: boolean;
  readonly stopSeen?: boolean;
  /** Null where the loop never learned it, though an event would have told it. */
  readonly sessionId?: string | null;
  readonly windowAlive?: boolean;
  /** When it ended, Unix ms. */
  readonly endedAt?: number;
  readonly artifact?: ArtifactInput;
  readonly transcript?: {
    readonly path: string;
    readonly format?: NonNullable<JudgeOptions["format"]>;
    readonly since?: number;
    readonly root?: string;
  };
  readonly events?: EventsInput;
  readonly profile?: { readonly name?: string; readonly hookless?: boolean };
  /** `used`: attempts charged before this session. */
  readonly attempts?: { readonly used: number; readonly max: number };
  /** What kept the program from its API, or true. */
  readonly envFault?: string | boolean | null;
  /** What is known of the relay's registration. Without it, it is looked up in the project's settings. */
  readonly relay?: RelayFindings;
  /** What is remembered of the run. */
  readonly run?: GuardMemory;
  /** The project's folder: whose relay is looked up, and which the commands that repair name. */
  readonly project?: string;
}

const FORMATS = ["auto", "openclaw", "claude-code", "codex"] as const;

/**
 * The input that a value is.
 *
 * @throws {InputError} naming every field that is unknown, or is not what it must be
 */
export function readStoppedSession(value: unknown): StoppedSessionInput {
  const object = asObject(value);
  if (object === undefined) throw new InputError(["the input must be a JSON object"]);
  const problems: string[] = [];
  const fields = new Fields(object, "", problems);
  const status = fields.oneOf("status", SESSION_STATUSES);
  if (object["status"] === undefined) {
    problems.push(`status is missing; give one of ${SESSION_STATUSES.join(", ")}`);
  }
  const rest = given({
    sessionVanished: fields.flag("sessionVanished"),
    stopSeen: fields.flag("stopSeen"),
    sessionId: object["sessionId"] === null ? nullOf(fields, "sessionId") : fields.text("sessionId"),
    windowAlive: fields.flag("windowAlive"),
    endedAt: fields.number("endedAt"),
    artifact: fields.object("artifact", readArtifactInput),
    transcript: fields.object("transcript", readTranscriptInput),
    events: fields.object("events", readEventsInput),
    profile: fields.object("profile", (profile) =>
      given({ name: profile.text("name"), hookless: profile.flag("hookless") }),
    ),
    attempts: fields.object("attempts", (attempts) => ({
      used: attempts.number("used") ?? 0,
      max: attempts.number("max") ?? Number.MAX_SAFE_INTEGER,
    })),
    envFault: readEnvFault(fields),
    relay: fields.object("relay", readRelay),
    run: fields.object("run", (run) =>
      given({ paused: run.flag("paused"), heardBefore: run.flag("heardBefore") }),
    ),
    project: fields.text("project"),
  });
  fields.end();
  if (problems.length > 0 || status === undefined) throw new InputError(problems);
  return { status, ...rest };
}

function readArtifactInput(fields: Fields): ArtifactInput {
  const path = fields.text("path");
  if (path === undefined) fields.refuse("path", "is missing; give the result's file");
  const launchSha256 = fields.text("launchSha256");
  if (launchSha256 !== undefined && !/^[\da-f]{64}$/i.test(launchSha256)) {
    fields.refuse("launchSha256", "must be a SHA-256 of 64 hex digits");
  }
  return {
    path: path ?? "",
    ...given({
      root: fields.text("root"),
      schema: fields.of("schema", isSchema, "must be a name, a file or a schema"),
      required: fields.flag("required"),
      launchedAt: fields.number("launchedAt"),
      launchSha256,
      ids: fields.textsByName("ids"),
      graceMs: fields.number("graceMs"),
      openIds: fields.texts("openIds"),
      manifest: fields.of("manifest", isManifest, 'must be a list of {"key": text, "done": true or false}'),
      preCanonical: fields.textsByName("preCanonical"),
      ledgerAfter: fields.text("ledgerAfter"),
    }),
  };
}

function isSchema(value: unknown): value is string | JsonObject {
  return isText(value) || isObject(value);
}

function isManifest(value: unknown): value is NonNullable<MigrationFacts["manifest"]> {
  return (
    Array.isArray(value) &&
    value.every((item) => {
      const { key, done } = asObject(item) ?? {};
      return typeof key === "string" && typeof done === "boolean";
    })
  );
}

function readTranscriptInput(fields: Fields): NonNullable<StoppedSessionInput["transcript"]> {
  const path = fields.text("path");
  if (path === undefined) fields.refuse("path", "is missing; give the transcript's file");
  const format = fields.oneOf("format", FORMATS);
  return { path: path ?? "", ...given({ format, since: fields.number("since"), root: fields.text("root") }) };
}

function readEventsInput(fields: Fields): EventsInput {
  const dir = Array.isArray(fields.any("dir")) ? fields.texts("dir") : fields.text("dir");
  const [log, since, taskId] = [fields.text("log"), fields.number("since"), fields.text("taskId")];
  if (dir === undefined && log === undefined) {
    fields.refuse("dir", "is missing; give the relay's folder, or a log");
  }
  return given({ dir, log, since, taskId });
}

function readRelay(fields: Fields): RelayFindings {
  return given({
    settingsHasRelay: fields.flag("settingsHasRelay"),
    settingsAccepted: fields.flag("settingsAccepted"),
    stopEntryValid: fields.flag("stopEntryValid"),
    relayPresent: fields.flag("relayPresent"),
    relayReadable: fields.flag("relayReadable"),
    relayCurrent: fields.flag("relayCurrent"),
    workspaceTrusted: fields.flag("workspaceTrusted"),
  });
}

function readEnvFault(fields: Fields): string | boolean | undefined {
  const value = fields.any("envFault");
  return typeof value === "boolean" ? value : fields.text("envFault");
}

/** A null that means something: asked for, so that it is no unknown field. */
function nullOf(fields: Fields, name: string): null {
  fields.any(name);
  return null;
}
