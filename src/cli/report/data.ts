/** What a report's page is made of: data alone, shared by who gathers it and by the page that shows it. Types. */

import type { Kind, Reason } from "../../transcripts/index.ts";

/** One record of a run's last turn. All texts are untrusted. */
export interface ReportRecord {
  /** What the judge saw in it. */
  readonly words: string;
  readonly text: string;
  /** Byte offset in the transcript. */
  readonly offset: number;
  /** Unix ms, where the record has a time. */
  readonly time?: number | undefined;
  readonly mark?: "decided" | "salvage" | undefined;
}

/** One transcript. */
export interface ReportRun {
  readonly path: string;
  /** The format, as a word for whose transcript it is. */
  readonly agent: string;
  readonly kind: Kind;
  readonly reason: Reason;
  readonly bytes: number;
  /** Last change of the file, Unix ms; 0 where that is not known. */
  readonly changed: number;
  /** The answer, or what was saved of it, cut. */
  readonly text: string;
  readonly warnings: number;
  /** The end of the transcript, where it was asked for. */
  readonly records?: readonly ReportRecord[];
  /** Where it was not: the command that lists it. */
  readonly explain?: string;
}

/** Everything that the page knows. */
export interface ReportData {
  /** When it was made, Unix ms. */
  readonly made: number;
  readonly runs: readonly ReportRun[];
  /** The folder that all of them lie in, with its slash: said once, and not in every row. */
  readonly folder: string;
  /** One sentence for each reason that occurs. */
  readonly sentences: Readonly<Partial<Record<Reason, string>>>;
  /** A reason in a few words. */
  readonly phrases: Readonly<Partial<Record<Reason, string>>>;
}
