/** What the live page is told of a store, each time that it asks. Types. All texts are untrusted. */

import type { DeliveryState, RunStatus } from "../../agents/index.ts";

/** One run, as the page shows it. Times are Unix ms. */
export interface ServedRun {
  readonly runId: string;
  readonly status: RunStatus;
  readonly outcome?: "ok" | "error" | undefined;
  readonly source?: string | undefined;
  /** Its label, or its task, cut. */
  readonly about: string;
  readonly began: number;
  readonly ended?: number | undefined;
  readonly host?: string | undefined;
  readonly pauseReason?: string | undefined;
  readonly waitingUntil?: number | undefined;
  readonly waitingFor?: string | undefined;
  /** Who has it in hand, and until when. */
  readonly holder?: string | undefined;
  readonly leaseUntil?: number | undefined;
  /** Where the message to its parent stands, where that is not over. */
  readonly message?: ServedMessage | undefined;
}

/** A message that is not delivered. */
export interface ServedMessage {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastError?: string | undefined;
}

/** A store at a moment. */
export interface ServedState {
  readonly at: number;
  readonly runs: readonly ServedRun[];
  /** True where there are more runs than these, the newest. */
  readonly more: boolean;
}
