/** Where OpenClaw keeps what is read here. Pure: names in, paths out, and nothing that leads out of the state folder. */

import { basename, join } from "node:path";
import { homeFolder } from "../home.ts";
import type { Environment } from "../home.ts";

/** The state folder: `OPENCLAW_STATE_DIR`, else `.openclaw` in the user's home. */
export function openClawStateDir(env: Environment): string {
  const own = env["OPENCLAW_STATE_DIR"];
  if (own !== undefined && own !== "") return own;
  return join(homeFolder(env, ["OPENCLAW_HOME", "HOME", "USERPROFILE"]), ".openclaw");
}

/** The database that holds the registry of runs, in both schemas. */
export function registryFile(stateDir: string): string {
  return join(stateDir, "state", "openclaw.sqlite");
}

/** The database that holds an agent's sessions and transcripts, from 2026.9 on. */
export function agentDatabaseFile(stateDir: string, agentId: string): string {
  return join(stateDir, "agents", agentId, "agent", "openclaw-agent.sqlite");
}

/** The folder of an agent's transcripts and of its `sessions.json`, up to mid 2026. */
export function sessionsFolder(stateDir: string, agentId: string): string {
  return join(stateDir, "agents", agentId, "sessions");
}

/**
 * A transcript file of that folder. Of a path that a store gives only the last part counts: it is not trusted, and
 * a state folder that was moved is read where it lies now.
 */
export function transcriptFile(
  folder: string,
  { sessionId, sessionFile }: { readonly sessionId: string; readonly sessionFile?: string | undefined },
): string {
  const name = sessionFile === undefined ? "" : basename(sessionFile);
  return join(folder, name.endsWith(".jsonl") ? name : `${basename(sessionId)}.jsonl`);
}

const SESSION_KEY = /^agent:([a-z0-9][a-z0-9_-]{0,63}):./i;

/** The agent that a session key names (`agent:main:subagent:…`); undefined for any other key. */
export function agentIdOf(sessionKey: string): string | undefined {
  return SESSION_KEY.exec(sessionKey)?.[1]?.toLowerCase();
}
