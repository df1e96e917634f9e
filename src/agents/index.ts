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
  Pause,
  RunResult,
  Settlement,
  SettlementSource,
  Wait,
} from "./settlement.ts";
export { resolveCompletionFromSessionEntry } from "./sources/session-entry.ts";
export type { SessionCompletion, SessionEntry } from "./sources/session-entry.ts";
export type { TranscriptFiles, TranscriptLocation } from "./sources/transcript.ts";
export { backoffMs } from "./backoff.ts";
export type { Backoff } from "./backoff.ts";
export type { KeptError, KeptOk, KeptSettlement } from "./kept-settlement.ts";
export { deliveryKey } from "./outbox.ts";
export type {
  DeliveredAnswer,
  Delivery,
  DeliveryClaimQuery,
  DeliveryFailure,
  DeliveryQuery,
  DeliveryState,
  FailedAnswer,
  HandAnswer,
  HandedDelivery,
  Outbox,
} from "./outbox.ts";
export { createCourier } from "./delivery.ts";
export type { Courier, CourierOptions, DeliveryRound, HandedOn } from "./delivery-options.ts";
export { callbackSink } from "./sinks/callback.ts";
export { httpSink } from "./sinks/http.ts";
export type { HttpSinkOptions } from "./sinks/http.ts";
export { jsonLinesSink } from "./sinks/json-lines.ts";
export { messageOf, messageText } from "./sinks/message.ts";
export type { ParentMessage } from "./sinks/message.ts";
export { verifySignature } from "./sinks/signature.ts";
export type { SignatureCheck, SignedRequest } from "./sinks/signature.ts";
export type { Sink, SinkAnswer } from "./sinks/sink.ts";
export type { RunChanges } from "./run-changes.ts";
export type {
  AddAnswer,
  Claim,
  ClaimQuery,
  Deferral,
  HeldAnswer,
  HostSide,
  ImprovableQuery,
  ImproveAnswer,
  ImproveRequest,
  Reach,
  ReachedQuery,
  RenewAnswer,
  RunQuery,
  RunStore,
  SeenRun,
  SweeperSide,
  UpdateAnswer,
} from "./run-store.ts";
export { StoreError, isTransient } from "./stores/failure.ts";
export type { StoreFailure, StoreFault } from "./stores/failure.ts";
export { LEASE_MS_MAX } from "./stores/limits.ts";
export { MemoryRegistry } from "./stores/memory.ts";
export { memoryStore } from "./stores/memory/store.ts";
export { openRegistry } from "./stores/open.ts";
export type { PgClient, PgPool, PgQueryable } from "./stores/postgres/pool.ts";
export { openPostgresStore } from "./stores/postgres/store.ts";
export type { PostgresOptions } from "./stores/postgres/store.ts";
export type { SqliteEngine } from "./stores/sqlite/driver.ts";
export type { SqliteOptions } from "./stores/sqlite/open.ts";
export { openSqliteStore } from "./stores/sqlite/store.ts";
export type { ImprovedRun } from "./late-answers.ts";
export type { Sleep } from "./store-retry.ts";
export { createSweeper } from "./sweeper.ts";
export type { Logger, Sweep, Sweeper, SweeperOptions, SweptRun } from "./sweeper-options.ts";
export {
  loadSubagentHistoryMessages,
  readSubagentOutput,
  readTerminalChildResult,
  resolveTerminalChildResultText,
} from "./child-result.ts";
export type { ChildHistoryOptions, TerminalChildResult } from "./child-result.ts";
export { ARTIFACT_BYTES_MAX } from "./artifact/read.ts";
export type { ArtifactPlace } from "./artifact/read.ts";
export { ARTIFACT_GRACE_MS, examineArtifact } from "./artifact/state.ts";
export type { ArtifactEvidence, ArtifactRequest, ArtifactState } from "./artifact/state.ts";
export { bmadMigrationValidator } from "./artifact/bmad-migration.ts";
export type { MigrationFacts } from "./artifact/bmad-migration.ts";
export { bmadTriageValidator } from "./artifact/bmad-triage.ts";
export type { TriageFacts } from "./artifact/bmad-triage.ts";
export { SchemaError, jsonSchemaValidator } from "./artifact/json-schema.ts";
export { standardSchemaValidator } from "./artifact/standard-schema.ts";
export type { StandardResult, StandardSchema } from "./artifact/standard-schema.ts";
export type { ArtifactError, Validator } from "./artifact/validator.ts";
export { channelOf } from "./events/channel.ts";
export type { ChannelEvidence, ChannelQuestion, ChannelState } from "./events/channel.ts";
export { EventInbox, readEventFiles } from "./events/event-files.ts";
export { readEventLog } from "./events/event-log.ts";
export type { EventReading, HookEvent, MalformedEvent } from "./events/event.ts";
export { RunGuard, guardRun } from "./events/guard.ts";
export type { EndedSession, GuardMemory, RunAction } from "./events/guard.ts";
export { faultOf } from "./events/relay-findings.ts";
export type { ChannelBlame, Fault, RelayFindings } from "./events/relay-findings.ts";
export { relayFindings } from "./hooks/inspect-relay.ts";
export { InputError } from "./stopped-session/fields.ts";
export { SESSION_STATUSES, readStoppedSession } from "./stopped-session/input.ts";
export type {
  ArtifactInput,
  EventsInput,
  SessionStatus,
  StoppedSessionInput,
} from "./stopped-session/input.ts";
export { decideStoppedSession } from "./stopped-session/stopped-session.ts";
export type { StoppedSessionOptions } from "./stopped-session/stopped-session.ts";
export type {
  Route,
  ShownEvidence,
  Source,
  StoppedDecision,
  StoppedResult,
  StoppedSalvage,
} from "./stopped-session/decision.ts";
export { auditOpenClaw } from "./openclaw/audit.ts";
export type { Audit, Disagreement, RunFinding } from "./openclaw/audit.ts";
export type { Attribution, ForeignReason } from "./openclaw/attribution.ts";
export type { ChildOptions, ChildReading } from "./openclaw/child.ts";
export { openClawStateDir } from "./openclaw/places.ts";
export type { OpenClawRun } from "./openclaw/run.ts";
