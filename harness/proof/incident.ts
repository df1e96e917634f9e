/**
 * An incident, replayed: a loop whose relay was never registered. Two sessions write valid results; no event of theirs
 * arrives, so both read as timeouts. Written to a temporary folder as the loop's files; judged for real.
 */

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decideStoppedSession } from "../../src/agents/index.ts";
import type { StoppedDecision } from "../../src/agents/index.ts";

/** When the first session was launched. Unix ms. */
const LAUNCHED_AT = Date.parse("2026-11-01T10:00:00Z");
/** How long the loop waits for a session's Stop, ms. */
const TIMEOUT_MS = 45 * 60_000;
/** How long a session worked until its result was written, ms. */
const WORKED_MS = 59_000;
const ATTEMPTS_MAX = 2;
const OPEN_IDS = ["DW-3", "DW-4"];

/** What one way of judging made of it. */
export interface Outcome {
  /** What was said of each session that was run, in order. */
  readonly sessions: readonly string[];
  readonly attemptsCharged: number;
  readonly resultUsed: boolean;
  /** What is blamed in the end. */
  readonly blamed: string;
  /** What somebody is told to do; undefined where nobody is told anything that helps. */
  readonly repair?: string;
  /** Waited before the run stopped, ms. */
  readonly burntMs: number;
}

/** Both, side by side. */
export interface Incident {
  readonly before: Outcome;
  readonly after: Outcome;
  /** True where the first result was used, nothing was charged, and the channel is blamed. */
  readonly holds: boolean;
}

/**
 * Replays the incident.
 *
 * @param folder an existing folder to write to
 */
export async function replayIncident(folder: string): Promise<Incident> {
  const before = trustingTheStatus();
  const after = await askingLastword(join(folder, "incident"));
  const holds =
    after.resultUsed &&
    after.attemptsCharged === 0 &&
    after.sessions.length === 1 &&
    after.blamed === "event-channel:relay-not-registered";
  return { before, after, holds };
}

/** What the loop did: what is no completed session is not read, and its words are put behind the validator's. */
function trustingTheStatus(): Outcome {
  const error = "triage session timeout";
  return {
    sessions: Array.from({ length: ATTEMPTS_MAX }, () => `${error}, an attempt charged, result unread`),
    attemptsCharged: ATTEMPTS_MAX,
    resultUsed: false,
    blamed: `triage output failed validation: ${error}`,
    burntMs: ATTEMPTS_MAX * TIMEOUT_MS,
  };
}

async function askingLastword(folder: string): Promise<Outcome> {
  const said: string[] = [];
  let attemptsCharged = 0;
  let launchedAt = LAUNCHED_AT;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const decision = await decideAttempt(folder, attempt, launchedAt, attemptsCharged);
    said.push(`${decision.route}, ${decision.charge ? "an attempt charged" : "no attempt charged"}`);
    attemptsCharged += Number(decision.charge);
    launchedAt += TIMEOUT_MS;
    if (decision.route !== "retry" || decision.run.action === "pause") {
      return outcomeOf(decision, said, attemptsCharged);
    }
  }
  return {
    sessions: said,
    attemptsCharged,
    resultUsed: false,
    blamed: "nothing",
    burntMs: ATTEMPTS_MAX * TIMEOUT_MS,
  };
}

async function decideAttempt(
  folder: string,
  attempt: number,
  launchedAt: number,
  used: number,
): Promise<StoppedDecision> {
  const path = join(folder, "tasks", `sweep-triage-${attempt}`, "result.json");
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(join(folder, "events"), { recursive: true });
  writeFileSync(path, JSON.stringify(PLAN));
  const writtenAt = launchedAt + WORKED_MS;
  utimesSync(path, writtenAt / 1_000, writtenAt / 1_000);
  return decideStoppedSession(
    {
      status: "timeout",
      stopSeen: false,
      sessionId: null,
      windowAlive: false,
      artifact: { path, root: folder, schema: "bmad-triage", openIds: OPEN_IDS, required: true, launchedAt },
      events: { dir: join(folder, "events"), since: launchedAt },
      profile: { name: "claude", hookless: false },
      attempts: { used, max: ATTEMPTS_MAX },
      relay: { settingsHasRelay: false },
    },
    { now: launchedAt + TIMEOUT_MS },
  );
}

function outcomeOf(decision: StoppedDecision, sessions: readonly string[], attemptsCharged: number): Outcome {
  const { run, result, blame } = decision;
  return {
    sessions,
    attemptsCharged,
    resultUsed: result?.kind === "artifact",
    blamed: run.action === "pause" ? run.blame : (blame ?? "nothing"),
    ...(run.action === "pause" ? { repair: run.repair } : {}),
    burntMs: sessions.length * TIMEOUT_MS,
  };
}

const PLAN = {
  workflow: "deferred-sweep-triage",
  open_ids: OPEN_IDS,
  already_resolved: [{ id: "DW-3", evidence: "src/a.py:10" }],
  bundles: [{ name: "fix-cache", dw_ids: ["DW-4"], intent: "Add TTL" }],
  blocked: [],
  skip: [],
  decisions: [],
};
