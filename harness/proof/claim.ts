/** What a way of judging says of a child, and whether that is right. Pure. */

/** What a sweeper that trusts a predicate would do: settle the run ok with this text, settle it failed, or wait. */
export type Claim =
  | { readonly says: "ok"; readonly text: string }
  | { readonly says: "error"; readonly why: string }
  | { readonly says: "wait"; readonly why: string };

/**
 * What the transcript proves of the child, as whoever made it knows: an answer, a wait for others, an end without an
 * answer, or neither of these (`unproven`: the writer does not record how its turns end, or the file is damaged).
 */
export type Truth =
  | { readonly kind: "finished"; readonly text: string }
  | { readonly kind: "parked" | "unfinished" | "unproven"; readonly why: string };

/**
 * How a claim compares to the truth. The two mistakes weigh differently: `missed` throws a finished child's work
 * away, `false-ok` hands on what is no answer, and nobody downstream can tell.
 */
export type Mark = "right" | "missed" | "false-ok";

/** Compares. A text that is not the child's answer is a false ok, also where the child had finished. */
export function markOf(claim: Claim, truth: Truth): Mark {
  if (claim.says !== "ok") return truth.kind === "finished" ? "missed" : "right";
  return truth.kind === "finished" && truth.text === claim.text ? "right" : "false-ok";
}

/** How often a way of judging was right, and wrong in which way. */
export interface Score {
  readonly right: number;
  readonly missed: number;
  readonly falseOk: number;
}

/** Counts the marks. */
export function scoreOf(marks: readonly Mark[]): Score {
  const count = (mark: Mark): number => marks.filter((one) => one === mark).length;
  return { right: count("right"), missed: count("missed"), falseOk: count("false-ok") };
}
