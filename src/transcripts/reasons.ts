/**
 * The reason codes of a verdict, each with its kind and one sentence for people. The sentence says what was
 * found and what would have been accepted. Source: the project's design, "Verdict".
 */

/** What became of the child, as far as its transcript can prove it. */
export type Kind = "terminal" | "parked" | "unfinished" | "indeterminate";

const REASONS = {
  "final-answer": [
    "terminal",
    "The model ended its turn with visible text, and nothing after it reopened the turn.",
  ],
  "yield-wait": [
    "parked",
    "The child yielded and waits to be woken; a new input with an answer behind it would have been accepted.",
  ],
  "background-work": [
    "parked",
    "Work that the child launched is still open; an answer after its end was reported would have been accepted.",
  ],
  "empty-history": [
    "unfinished",
    "There is no conversation in this transcript; an input and a final answer would have been accepted.",
  ],
  "empty-current-run": [
    "unfinished",
    "The current input has no record of a model behind it, or all there is is older than the run; a final answer to this run's own input would have been accepted.",
  ],
  "before-run-start": [
    "unfinished",
    "The answer, or the input it answers, is older than the run's start (or has no time); one at or after the start would have been accepted.",
  ],
  "unanswered-input": [
    "unfinished",
    "The last input has no final answer; an answer behind that input would have been accepted.",
  ],
  "tool-use-turn": [
    "unfinished",
    "The last message asks for a tool and has text before the call; text of a later message that ends the turn would have been accepted.",
  ],
  "tool-only-turn": [
    "unfinished",
    "The turn ends in tool work and has no visible text; a closing message with text would have been accepted.",
  ],
  "open-tool-call": [
    "unfinished",
    "A tool call of this turn has no result; its result and a closing message would have been accepted.",
  ],
  "trailing-tool-result": [
    "unfinished",
    "A tool result is the last word; a message of the model behind it that ends the turn would have been accepted.",
  ],
  "no-visible-text": [
    "unfinished",
    "The turn ended without visible text; a closing message with text would have been accepted.",
  ],
  "silent-reply": [
    "unfinished",
    "The whole answer is a token for deliberate silence; any other visible text would have been accepted.",
  ],
  "tool-call-as-text": [
    "unfinished",
    "The answer is a tool call written as text; an answer in words would have been accepted.",
  ],
  "not-model-authored": [
    "unfinished",
    "The last assistant record was written by the host, not by a model; a model's own closing message would have been accepted.",
  ],
  "commentary-only": [
    "unfinished",
    "The last message holds commentary alone; text of the final-answer phase would have been accepted.",
  ],
  "stopped-error": [
    "unfinished",
    "The turn failed with an error; an answer of a later attempt would have been accepted.",
  ],
  "stopped-aborted": [
    "unfinished",
    "The turn was aborted, so its text may be cut anywhere; a completed turn would have been accepted.",
  ],
  "stopped-length": [
    "unfinished",
    "The message was cut by a length limit; a message that ends its turn would have been accepted.",
  ],
  "stop-not-final": [
    "unfinished",
    "The message did not stop with a word that ends a turn; the format's own word for a completed turn would have been accepted.",
  ],
  "abandoned-branch": [
    "unfinished",
    "The answer stands on a branch that was left; an answer on the active branch would have been accepted.",
  ],
  "trailing-compaction": [
    "unfinished",
    "The history was compacted and nothing was answered after that; an answer behind the compaction would have been accepted.",
  ],
  "structured-output-missing": [
    "unfinished",
    "A structured answer was asked for and never given in its schema; a successful structured output would have been accepted.",
  ],
  "stop-not-recorded": [
    "indeterminate",
    "This writer did not record how the message stopped, so a whole answer and a cut one look the same; a recorded end of the turn would have been accepted.",
  ],
  "torn-tail": [
    "indeterminate",
    "The last record is cut in the middle, and may have been anything; a whole record would have been accepted.",
  ],
  "corrupt-tail": [
    "indeterminate",
    "Damaged bytes lie behind the last word, and may have been anything; an undamaged tail would have been accepted.",
  ],
  "line-too-long": [
    "indeterminate",
    "A line behind the last word is over the limit and was not read; raise the limit to have it read.",
  ],
  "foreign-transcript": [
    "indeterminate",
    "The records belong to another session; a transcript of the session asked for would have been accepted.",
  ],
  "unknown-format": [
    "indeterminate",
    "This is no transcript of a format that can prove an end; OpenClaw, pi, Claude Code and Codex transcripts are accepted.",
  ],
  unreadable: [
    "indeterminate",
    "The transcript could not be read; a readable regular file would have been accepted.",
  ],
  missing: [
    "indeterminate",
    "There is no transcript at this path; an existing file would have been accepted.",
  ],
} as const satisfies Record<string, readonly [Kind, string]>;

/** Every reason that a verdict can give. */
export type Reason = keyof typeof REASONS;

type ReasonOf<K extends Kind> = { [R in Reason]: (typeof REASONS)[R][0] extends K ? R : never }[Reason];
export type TerminalReason = ReasonOf<"terminal">;
export type ParkedReason = ReasonOf<"parked">;
export type UnfinishedReason = ReasonOf<"unfinished">;
export type IndeterminateReason = ReasonOf<"indeterminate">;

/** All reason codes, in the order of the documentation. */
export const reasons: readonly Reason[] = Object.keys(REASONS).filter(isReason);

function isReason(code: string): code is Reason {
  return Object.hasOwn(REASONS, code);
}

/** The kind of verdict that a reason belongs to. */
export function kindOf(reason: Reason): Kind {
  return REASONS[reason][0];
}

/** One sentence for people: what was found, and what would have been accepted. */
export function sentenceFor(reason: Reason): string {
  return REASONS[reason][1];
}
