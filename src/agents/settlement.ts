/**
 * What a decision comes to. The types make "error with a result" impossible: a result is `ok` alone, text that
 * proves nothing is `salvage`.
 */

import { createHash } from "node:crypto";
import stringify from "fast-json-stable-stringify";
import type { Evidence } from "./evidence.ts";

/** The text of a lost run's error, as orchestrators know it. */
export const LOST_CONTEXT_ERROR = "subagent run lost active execution context";

/** Which evidence decided how a run was settled. */
export type SettlementSource =
  | "sweeper-session-completion"
  | "sweeper-lost-context-recovered"
  | "sweeper-lost-context"
  | "sweeper-killed"
  | "artifact-recovered";

/** The child's answer, and where it was found. */
export interface RunResult {
  /**
   * Undefined where the session store says that the run went well and no transcript has the words. Of a result
   * artifact: its object as JSON.
   */
  readonly text?: string;
  /** The answer's full length, bytes of UTF-8. */
  readonly bytes: number;
  /** True where the text was cut at the limit; the whole of it stands in the file at `path`. */
  readonly truncated: boolean;
  readonly path?: string;
}

interface Settled {
  readonly source: SettlementSource;
  /** The rule of the decision table that fitted. */
  readonly rule: number;
  /** One sentence for people. */
  readonly explanation: string;
  /** What was found: the same evidence for the status and for the result. */
  readonly evidence: Evidence;
  /** SHA-256 of the evidence as canonical JSON, in hex. */
  readonly digest: string;
}

/** The run ended well: the answer, and which evidence proved it. */
export interface OkSettlement extends Settled {
  readonly kind: "ok";
  readonly result: RunResult;
  readonly salvage?: never;
}

/** The run ended badly, or nothing proves that it ended well. */
export interface ErrorSettlement extends Settled {
  readonly kind: "error";
  /** The error's text, for the parent. */
  readonly error: string;
  /** The code: a verdict's reason, `killed`, `descendant-active`, `artifact-` and its state, or `session-` and the session store's status. */
  readonly reason: string;
  /** Text that may be of use, and is no result. */
  readonly salvage?: string;
  readonly result?: never;
}

/** Nothing is decided yet: look again later. */
export interface Wait {
  readonly kind: "wait";
  readonly rule: number;
  /** When to look again, Unix ms. Every wait has such a bound. */
  readonly until: number;
  readonly explanation: string;
}

/** The run is none of a sweeper's business. */
export interface Leave {
  readonly kind: "leave";
  readonly rule: number;
  readonly explanation: string;
}

/** The run is not ended, and a human or a repair must come first; no attempt is charged. Its status stays. */
export interface Pause {
  readonly kind: "pause";
  readonly rule: number;
  /** What is to be looked at: `event-channel-lost` or `critical-escalation`. */
  readonly blame: "event-channel-lost" | "critical-escalation";
  readonly explanation: string;
  /** Text that may be of use, and is no result. */
  readonly salvage?: string;
  readonly evidence: Evidence;
}

/** What can be written to a registry. */
export type Settlement = OkSettlement | ErrorSettlement;
/** What a decision can come to. */
export type Decision = Settlement | Wait | Leave | Pause;

/** SHA-256 of the evidence as canonical JSON, in hex. */
export function digestOf(evidence: Evidence): string {
  return createHash("sha256").update(stringify(evidence)).digest("hex");
}
