/** Which transcripts `check` shows, in which order, and how many. Types, and questions that need no disk. */

import type { Kind, Reason } from "../transcripts/index.ts";
import type { AgentName } from "./agent-folders.ts";
import type { Judged } from "./judged.ts";

/** The orders, each by what the file system says of a file, so that they are known before anything is judged. */
export const ORDERS = ["path", "newest", "oldest", "largest"] as const;
export type Order = (typeof ORDERS)[number];

/** The filters as commander hands them over. */
export interface FilterFlags {
  readonly kind?: readonly Kind[];
  readonly reason?: readonly Reason[];
  readonly agent?: AgentName;
  /** Unix ms. */
  readonly changedSince?: number;
  readonly sort?: Order;
  readonly limit?: number;
}

/** The format that an agent's transcripts are in. */
const FORMATS = {
  openclaw: "openclaw",
  pi: "openclaw",
  "claude-code": "claude-code",
  codex: "codex",
} as const;

/** True for what is shown. */
export function isShown({ judgement }: Judged, { kind, reason, agent }: FilterFlags): boolean {
  if (kind !== undefined && !kind.includes(judgement.kind)) return false;
  if (reason !== undefined && !reason.includes(judgement.reason)) return false;
  return agent === undefined || judgement.format === FORMATS[agent];
}

/** True where the files must be looked at before they are judged: for their times, their sizes, or their order. */
export function needsStat({ changedSince, sort = "path" }: FilterFlags): boolean {
  return changedSince !== undefined || sort !== "path";
}
