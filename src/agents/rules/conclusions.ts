/** The five things that a rule can come to, made from its facts. Pure; no rule's condition is in here. */

import { stopAheadOf } from "../events/ahead.ts";
import { resultFrom } from "../result.ts";
import { digestOf } from "../settlement.ts";
import type { ErrorSettlement, Leave, OkSettlement, Pause, Wait } from "../settlement.ts";
import type { Facts } from "./facts.ts";

/** The run is none of a sweeper's business. */
export function leave(rule: number, explanation: string): Leave {
  return { kind: "leave", rule, explanation };
}

/** Look again at `until`, Unix ms: always behind now, so that a sweeper never spins. */
export function wait({ now }: Facts, rule: number, until: number, explanation: string): Wait {
  return { kind: "wait", rule, until: Math.max(until, now + 1), explanation };
}

/** The run ended well, with this text. */
export function ok(
  { evidence, policy }: Facts,
  what: Pick<OkSettlement, "rule" | "source" | "explanation"> & {
    readonly text: string | undefined;
    /** Where the whole of it stands: the transcript, if nothing else is said. */
    readonly path?: string;
  },
): OkSettlement {
  const { text, path = evidence.transcript?.path, ...rest } = what;
  const result = resultFrom(text, path, policy.resultBytesMax);
  return { kind: "ok", ...rest, result, evidence, digest: digestOf(evidence) };
}

/** The run ended badly. Whatever the child said last is kept as salvage, a final answer too. */
export function failed(
  { evidence }: Facts,
  what: Pick<ErrorSettlement, "rule" | "source" | "error" | "reason" | "explanation">,
): ErrorSettlement {
  return { kind: "error", ...what, ...salvageOf(evidence), evidence, digest: digestOf(evidence) };
}

/** Nobody can go on before this is looked at. */
export function pause({ evidence }: Facts, what: Pick<Pause, "rule" | "blame" | "explanation">): Pause {
  return { kind: "pause", ...what, ...salvageOf(evidence), evidence };
}

/**
 * The last words: those that a Stop tells of, where the transcript is behind it. Without any, the object that the
 * child left.
 */
function salvageOf({ transcript, artifact, channel }: Facts["evidence"]): Pick<ErrorSettlement, "salvage"> {
  const verdict = transcript?.verdict;
  const told = stopAheadOf(verdict, channel) === undefined ? undefined : channel?.lastMessage;
  const text = told ?? (verdict?.kind === "terminal" ? verdict.text : verdict?.salvage?.text);
  const salvage = text ?? (artifact?.value === undefined ? undefined : JSON.stringify(artifact.value));
  return salvage === undefined ? {} : { salvage };
}
