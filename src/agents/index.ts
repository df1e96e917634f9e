/** The deciding half: what becomes of a run, from all that is known of it. */

export { decide, rules } from "./decide.ts";
export type { Facts, Rule } from "./rules/facts.ts";
export type { Evidence, ReadFailure, TranscriptEvidence } from "./evidence.ts";
export { explainDecision } from "./explain.ts";
export { POLICY_DEFAULT } from "./policy.ts";
export type { Policy } from "./policy.ts";
export { collect, reconcileLostContext } from "./reconcile.ts";
export type { ReconcileDeps } from "./reconcile.ts";
export type { RunRegistry, SettleRequest, SettleResult, StaleQuery } from "./registry.ts";
export { IllegalTransitionError, beganAt, canTransition, transition } from "./run.ts";
export type { Run, RunOwner, RunStatus } from "./run.ts";
export { LOST_CONTEXT_ERROR, digestOf } from "./settlement.ts";
export type {
  Decision,
  ErrorSettlement,
  Leave,
  OkSettlement,
  RunResult,
  Settlement,
  SettlementSource,
  Wait,
} from "./settlement.ts";
export { resolveCompletionFromSessionEntry } from "./sources/session-entry.ts";
export type { SessionCompletion, SessionEntry } from "./sources/session-entry.ts";
export type { TranscriptLocation } from "./sources/transcript.ts";
export { MemoryRegistry } from "./stores/memory.ts";
export { createSweeper } from "./sweeper.ts";
export type { Logger, Sweep, Sweeper, SweeperOptions, SweptRun } from "./sweeper-options.ts";
export {
  loadSubagentHistoryMessages,
  readSubagentOutput,
  readTerminalChildResult,
  resolveTerminalChildResultText,
} from "./child-result.ts";
export type { ChildHistoryOptions, TerminalChildResult } from "./child-result.ts";
