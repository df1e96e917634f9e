/** What the predicates are tried on: a transcript on disk, and what is known beside it. Types alone. */

import type { Truth } from "./claim.ts";

/** A child whose run context is gone, as a sweeper meets it. */
export interface Lost {
  /** Where the transcript lies. */
  readonly path: string;
  /** When the sweeper comes by, Unix ms. */
  readonly sweepAt: number;
  /** The run's start, where it is known, Unix ms. */
  readonly since?: number;
  /** The session that the run had, where it is known. */
  readonly sessionId?: string;
  /** Allowance for the child's clock, ms. */
  readonly skewMs?: number;
  /** True where the host still sees the child alive. */
  readonly childAlive?: boolean;
}

/** The same, with the truth about it. */
export interface Subject extends Lost {
  readonly name: string;
  /** Who wrote it, or where it comes from. */
  readonly group: string;
  readonly truth: Truth;
}
