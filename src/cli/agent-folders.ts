/**
 * Where the agents on this machine keep their transcripts: their own folders, or what the environment says instead.
 * Looks at names alone; opens nothing. Source: formats.md, each format's "Where".
 */

import { join } from "node:path";
import { homeFolder } from "../agents/home.ts";
import { isFolder } from "./is-folder.ts";
import type { Io } from "./io.ts";

/** The agents whose folders are known. */
export const AGENT_NAMES = ["openclaw", "pi", "claude-code", "codex"] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

/** One folder that an agent writes transcripts into. */
export interface AgentFolder {
  readonly agent: AgentName;
  readonly path: string;
  /** The variable that could name another place, and whether it does. */
  readonly variable: string;
  readonly overridden: boolean;
  readonly exists: boolean;
}

interface Known {
  readonly agent: AgentName;
  readonly variable: string;
  /** Below the home folder, where the variable is not set. */
  readonly home: readonly string[];
  /** Below that: the folders that hold transcripts, and nothing else that looks like one. */
  readonly below: readonly string[];
}

const KNOWN: readonly Known[] = [
  { agent: "openclaw", variable: "OPENCLAW_STATE_DIR", home: [".openclaw"], below: ["agents"] },
  { agent: "pi", variable: "PI_CODING_AGENT_DIR", home: [".pi", "agent"], below: ["sessions"] },
  { agent: "claude-code", variable: "CLAUDE_CONFIG_DIR", home: [".claude"], below: ["projects"] },
  { agent: "codex", variable: "CODEX_HOME", home: [".codex"], below: ["sessions", "archived_sessions"] },
];

/** The folders to look into, whether they exist or not, in the order of {@link AGENT_NAMES}. */
export function agentFolders(env: Io["env"]): readonly AgentFolder[] {
  const home = homeFolder(env);
  return KNOWN.flatMap(({ agent, variable, home: parts, below }) => {
    const named = env[variable] ?? "";
    const overridden = named !== "";
    const base = overridden ? named : join(home, ...parts);
    return below.map((folder) => {
      const path = join(base, folder);
      return { agent, path, variable, overridden, exists: isFolder(path) };
    });
  });
}
