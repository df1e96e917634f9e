/**
 * The situations of artifacts, event channels and wording in test/fixtures/cases, each through the public interface.
 * They are in the words of their reports: `inputFor` lays out the files that a row tells of, and `SAYS` has what the
 * answer must be in ours. A row without an entry there fails, so that none is dropped in silence.
 */

import { createHash } from "node:crypto";
import { readFileSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { decideStoppedSession, readStoppedSession } from "../../../src/agents/index.ts";
import type { StoppedDecision, StoppedSessionInput } from "../../../src/agents/index.ts";
import { asArray, asNumber, asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import { ANSWERED, Folder } from "../../support/folder.ts";

interface Row {
  readonly id: string;
  readonly input: JsonObject;
  readonly expect: JsonObject;
  readonly why: string;
}

const rows: readonly Row[] = readFileSync(
  new URL("../../fixtures/cases/situations.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row)
  .filter(({ id }) => /^(?:AR|EV)-|^UX-0[35]$/.test(id));

/** What must be said of each, in our words. */
const SAYS: Readonly<Record<string, object>> = {
  "AR-01": { route: "complete", charge: false, source: "artifact-recovered", blame: null },
  "AR-02": { blame: "artifact-stale" },
  "AR-03": { route: "wait", charge: false, evidence: { artifact: { state: "incomplete" } } },
  "AR-05": { blame: "artifact-invalid" },
  "AR-06": { blame: "artifact-invalid" },
  "AR-07": { route: "pause", charge: false, blame: "critical-escalation" },
  "AR-08": { route: "complete", evidence: { notes: ["env-fault"] } },
  "AR-10": { route: "wait", charge: false, source: "window", evidence: { artifact: { state: "valid" } } },
  "AR-11": { blame: "artifact-unchanged" },
  "AR-14": { blame: "artifact-empty", charge: true },
  "AR-15": { route: "wait", charge: false, evidence: { artifact: { state: "missing" } } },
  "AR-16": { blame: "artifact-invalid", charge: true },
  "AR-19": { blame: "artifact-missing", salvage: { text: "Three." } },
  "EV-01": channelPause("event-channel:relay-not-registered"),
  "EV-02": { route: "retry", charge: true, blame: "session-timeout", run: { action: "continue" } },
  "EV-04": channelPause("event-channel:workspace-untrusted"),
  "EV-06": { route: "retry", charge: true, blame: "event-file-malformed", run: { action: "continue" } },
  "EV-08": {
    blame: "session-timeout",
    run: { action: "continue" },
    evidence: { notes: ["hookless-profile"] },
  },
  "EV-09": channelPause("event-channel:lost"),
  "EV-11": channelPause("event-channel:unknown"),
  "EV-13": { charge: true, blame: "session-timeout", run: { action: "continue" } },
  "EV-14": { route: "complete", charge: false, source: "transcript-recovered", result: { text: "Three." } },
  "UX-03": { charge: true, blame: "session-timeout" },
  "UX-05": { charge: true, blame: "session-vanished" },
};

function channelPause(blame: string): object {
  return { route: "pause", charge: false, blame, run: { action: "pause", blame, announce: true } };
}

test.each(rows)("$id: $why", async (row) => {
  const decision = await decide(row);
  expect(decision).toMatchObject(SAYS[row.id] ?? { route: "a row without an entry above" });
  expect(decision.route === "complete").toBe(row.expect["verdict"] === "ok");
  if (row.expect["verdict"] === "failed") expect(decision.result).toBeUndefined();
  if (typeof row.expect["attemptsCharged"] === "number") {
    expect(Number(decision.charge)).toBe(row.expect["attemptsCharged"]);
  }
});

test("AR-03, when its grace is over: unparseable, with the position, and not missing", async () => {
  const decision = await decide(rowNamed("AR-03"), { later: 60_000 });
  expect(decision).toMatchObject({
    blame: "artifact-unparseable",
    evidence: { artifact: { detail: expect.stringContaining("line 1, column 56") } },
  });
  expect(decision.explanation).not.toContain("failed validation");
});

test("AR-14, with the transcript: it is tried next, and the conflict is recorded", async () => {
  const row = rowNamed("AR-14");
  const decision = await decide({ ...row, input: { ...row.input, transcript: ANSWERED } });
  expect(decision).toMatchObject({ route: "complete", result: { kind: "text", text: "Three." } });
  expect(decision.evidence.conflicts).toEqual([expect.stringContaining("empty")]);
});

test("EV-11: of three sessions one pauses with a message, and the others say nothing new", async () => {
  const said = [];
  let paused = false;
  for (const session of asArray(rowNamed("EV-11").input["sessions"])) {
    const input = eventInput(rowNamed("EV-11").input, asObject(session) ?? {}, []);
    const { run } = await decideStoppedSession({ ...input, run: { paused } });
    paused = run.action === "pause";
    if (run.action === "pause" && run.announce) said.push(run.message);
  }
  expect(said).toHaveLength(1);
});

test("UX-03 says what became of the result beside the timeout, and never of a validation that did not run", async () => {
  const { explanation } = await decide(rowNamed("UX-03"));
  expect(explanation).toBe("The session timed out; no result file was named, so none was read.");
});

test("UX-05 says what was observed, not a cause", async () => {
  const { explanation } = await decide(rowNamed("UX-05"));
  expect(explanation).toMatch(/^The multiplexer no longer lists the session;/);
});

function rowNamed(id: string): Row {
  return rows.find((row) => row.id === id)!;
}

async function decide(row: Row, { later = 0 } = {}): Promise<StoppedDecision> {
  const { input, now } = inputFor(row);
  return decideStoppedSession(readStoppedSession(input), { now: now + later });
}

/** Lays the row's files out, and tells of them. */
function inputFor({ id, input }: Row): { readonly input: StoppedSessionInput; readonly now: number } {
  if (id === "UX-03") return { input: { status: "timeout", attempts: { used: 1, max: 2 } }, now: Date.now() };
  if (id === "UX-05") return { input: { status: "crashed", sessionVanished: true }, now: Date.now() };
  if (id.startsWith("AR-")) return artifactCase(input);
  const sessions = asArray(input["sessions"]).map((session) => asObject(session) ?? {});
  return { input: eventInput(input, sessions.at(-1)!, sessions.slice(0, -1)), now: Date.now() };
}

function artifactCase(input: JsonObject): { readonly input: StoppedSessionInput; readonly now: number } {
  const folder = new Folder();
  const session = asObject(input["session"]) ?? {};
  const launchedAt = asNumber(input["launchedAt"]);
  const modifiedAt = asNumber(input["mtime"]);
  const { content } = input;
  const path = folder.at(String(input["path"]));
  if (content !== null) {
    folder.write(String(input["path"]), typeof content === "string" ? content : JSON.stringify(content));
    if (modifiedAt !== undefined) utimesSync(path, modifiedAt / 1000, modifiedAt / 1000);
  }
  const checkedAt = asNumber(input["checkedAt"]);
  // What the row calls abc on both sides stands for equal bytes.
  const same = input["launchSha256"] !== undefined && input["launchSha256"] === input["sha256"];
  const transcript =
    asString(input["transcript"]) ?? (input["transcriptVerdict"] === undefined ? undefined : ANSWERED);
  const built = {
    ...sessionFields(session),
    windowAlive: input["windowAlive"],
    // The row was checked a second after the session had ended.
    ...(checkedAt === undefined ? {} : { endedAt: checkedAt - 1_000 }),
    artifact: {
      path,
      root: folder.path,
      ...(same ? { launchSha256: createHash("sha256").update(readFileSync(path)).digest("hex") } : {}),
      launchedAt,
      required: input["requireArtifact"],
      ...contractOf(input),
    },
    ...(transcript === undefined
      ? {}
      : { transcript: { path: folder.write("child.jsonl", transcript), since: 0 } }),
  };
  return { input: readStoppedSession(built), now: checkedAt ?? nowFor(content, modifiedAt) };
}

/** A row without a time was looked at a minute after the file had changed; a half-written one, at once. */
function nowFor(content: unknown, modifiedAt: number | undefined): number {
  if (modifiedAt === undefined) return Date.now();
  return typeof content === "string" && content !== "" ? modifiedAt : modifiedAt + 60_000;
}

function contractOf(input: JsonObject): object {
  if (input["manifest"] === undefined) return { schema: "bmad-triage", openIds: ["DW-3", "DW-4"] };
  const { manifest, preCanonical, ledgerAfter } = input;
  return { schema: "bmad-migration", manifest, preCanonical, ledgerAfter };
}

function sessionFields(session: JsonObject): object {
  return {
    status: session["status"],
    stopSeen: session["stop_seen"],
    ...("session_id" in session ? { sessionId: session["session_id"] } : {}),
    ...(session["env_fault"] === true ? { envFault: session["env_fault_evidence"] } : {}),
  };
}

/** A session with the event files of it and of those before it in one folder, as a relay writes them. */
function eventInput(
  input: JsonObject,
  session: JsonObject,
  before: readonly JsonObject[],
): StoppedSessionInput {
  const folder = new Folder();
  folder.write("events/.keep", "");
  for (const one of [...before, session]) writeEvents(folder, one);
  for (const [name, text] of Object.entries(asObject(session["eventFiles"]) ?? {})) {
    folder.write(`events/${name}`, String(text));
  }
  const transcript =
    session["lastTranscript"] === undefined ? undefined : folder.write("child.jsonl", ANSWERED);
  return readStoppedSession({
    ...sessionFields(session),
    // The transcript of these tests bears another session's id than the row.
    sessionId: transcript === undefined ? session["session_id"] : undefined,
    windowAlive: false,
    attempts: { used: 0, max: 2 },
    profile: input["profile"],
    relay: asObject(input["registration"]),
    events: {
      dir: folder.at("events"),
      taskId: session["task_id"],
      since: Number(session["launched_ns"]) / 1e6,
    },
    ...(transcript === undefined ? {} : { transcript: { path: transcript, since: 0 } }),
  });
}

function writeEvents(folder: Folder, session: JsonObject): void {
  for (const [index, event] of asArray(session["events"]).entries()) {
    const ns = `${BigInt(Number(session["launched_ns"])) + BigInt(index + 1) * 1_000_000_000n}`;
    const record = { ts: Number(ns), event, task_id: session["task_id"], session_id: null };
    folder.write(`events/${ns}-${String(session["task_id"])}-${String(event)}.json`, JSON.stringify(record));
  }
}
