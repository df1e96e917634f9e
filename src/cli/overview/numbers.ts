/** Verdicts to numbers: how many ended how, by agent and by reason, and which need a look. Pure. */

import type { Kind, Reason } from "../../transcripts/index.ts";
import type { AgentName } from "../agent-folders.ts";
import { isUnread } from "../phrases.ts";
import type { JudgedTranscript } from "./gather.ts";

/** So many that need a look are listed. */
export const LOOKS_MAX = 10;

/** How many of one agent's transcripts ended how. */
export type AgentCounts = Readonly<Record<Kind, number>> & {
  readonly agent: AgentName;
  readonly total: number;
};

/** One reason, and how many transcripts it was said of. */
export interface ReasonCount {
  readonly kind: Kind;
  readonly reason: Reason;
  readonly count: number;
}

/** All of it. */
export interface Numbers {
  readonly total: number;
  readonly unread: number;
  readonly kinds: Readonly<Record<Kind, number>>;
  readonly agents: readonly AgentCounts[];
  /** Of what is neither terminal nor parked, the most frequent first. */
  readonly reasons: readonly ReasonCount[];
  /** The newest that did not end with an answer, at most {@link LOOKS_MAX}. */
  readonly looks: readonly JudgedTranscript[];
}

const NONE: Readonly<Record<Kind, number>> = { terminal: 0, parked: 0, unfinished: 0, indeterminate: 0 };

/** @param judged the newest first */
export function numbersOf(judged: Iterable<JudgedTranscript>): Numbers {
  const kinds = { ...NONE };
  const agents = new Map<AgentName, { agent: AgentName; total: number } & Record<Kind, number>>();
  const reasons = new Map<Reason, { kind: Kind; reason: Reason; count: number }>();
  const looks: JudgedTranscript[] = [];
  let [total, unread] = [0, 0];
  for (const one of judged) {
    const { kind, reason } = one.judgement;
    total += 1;
    if (isUnread(one.judgement)) unread += 1;
    kinds[kind] += 1;
    const counts = agents.get(one.agent) ?? { agent: one.agent, total: 0, ...NONE };
    counts.total += 1;
    counts[kind] += 1;
    agents.set(one.agent, counts);
    if (kind === "terminal") continue;
    if (looks.length < LOOKS_MAX) looks.push(one);
    if (kind === "parked") continue;
    const counted = reasons.get(reason) ?? { kind, reason, count: 0 };
    counted.count += 1;
    reasons.set(reason, counted);
  }
  return {
    total,
    unread,
    kinds,
    agents: [...agents.values()],
    reasons: [...reasons.values()].toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    looks,
  };
}
