/** What the agents on this machine left behind: every transcript of their folders, newest first, judged. */

import { statSync } from "node:fs";
import type { Judgement } from "../../transcripts/index.ts";
import { agentFolders } from "../agent-folders.ts";
import type { AgentFolder, AgentName } from "../agent-folders.ts";
import type { FilePath } from "../file-path.ts";
import { unread } from "../judge-path.ts";
import { findTranscripts } from "../paths.ts";

/** A transcript of one of the agents. */
export interface AgentTranscript {
  readonly agent: AgentName;
  readonly path: FilePath;
  /** Last change, Unix ms; 0 where the system does not say. */
  readonly modifiedMs: number;
}

/** The same, judged. */
export interface JudgedTranscript extends AgentTranscript {
  readonly judgement: Judgement;
}

/** The folders that were looked into, and what is in them, the newest first. */
export interface Gathered {
  readonly folders: readonly AgentFolder[];
  readonly transcripts: readonly AgentTranscript[];
  /** Folders that could not be listed. */
  readonly closed: readonly JudgedTranscript[];
}

/** Looks into the agents' folders. Opens no transcript. */
export async function gather(env: Readonly<Record<string, string | undefined>>): Promise<Gathered> {
  const folders = agentFolders(env);
  const transcripts: AgentTranscript[] = [];
  const closed: JudgedTranscript[] = [];
  for (const { agent, path } of folders.filter((folder) => folder.exists)) {
    for await (const found of findTranscripts([path], { all: false })) {
      if (found.kind === "file") {
        transcripts.push({ agent, path: found.path, modifiedMs: modifiedMs(found.path) });
      } else if (found.kind === "closed-folder") {
        const judgement = unread("unreadable", found.detail);
        closed.push({ agent, path: found.path, modifiedMs: 0, judgement });
      }
    }
  }
  transcripts.sort((a, b) => b.modifiedMs - a.modifiedMs);
  return { folders, transcripts, closed };
}

function modifiedMs(path: FilePath): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
