/**
 * Four ways of judging a lost child, side by side. Each gets the same transcript on disk, and says what a sweeper
 * that trusts it would do.
 */

import { LOST_CONTEXT_ERROR, readSubagentOutput } from "../../src/agents/index.ts";
import type { Decision } from "../../src/agents/index.ts";
import type { Claim } from "./claim.ts";
import { lastVisibleText, loadHistory } from "./history.ts";
import type { Lost } from "./subject.ts";
import { sweep } from "./sweep.ts";

/** A way of judging. */
export interface Predicate {
  readonly name: "original" | "display helper" | "any visible text" | "lastword";
  /** The name in a column of eight. */
  readonly short: string;
  /** One line for a newcomer. */
  readonly meaning: string;
  readonly claim: (lost: Lost) => Promise<Claim>;
}

/** The four, in the order of the columns; ours last. */
export const PREDICATES: readonly Predicate[] = [
  {
    name: "original",
    short: "ORIGINAL",
    meaning: "never opens the transcript: a lost run is always an error",
    claim: () => Promise.resolve(failed),
  },
  {
    name: "display helper",
    short: "DISPLAY",
    meaning: "ok with whatever readSubagentOutput would show a person",
    claim: async ({ path }) =>
      okIfText(await readSubagentOutput("child", { loadMessages: () => loadHistory(path) })),
  },
  {
    name: "any visible text",
    short: "ANY TEXT",
    meaning: "ok with the last assistant text that can be seen at all",
    claim: async ({ path }) => okIfText(await lastVisibleText(path)),
  },
  {
    name: "lastword",
    short: "LASTWORD",
    meaning: "this package: ok only where the record proves the end",
    claim: async (lost) => claimOf((await sweep(lost)).decision),
  },
];

const failed: Claim = { says: "error", why: LOST_CONTEXT_ERROR };

function okIfText(text: string | undefined): Claim {
  return text === undefined ? failed : { says: "ok", text };
}

function claimOf(decision: Decision): Claim {
  switch (decision.kind) {
    case "ok":
      return { says: "ok", text: decision.result.text ?? "" };
    case "error":
      return { says: "error", why: decision.reason };
    case "wait":
    case "leave":
    case "pause":
      return { says: "wait", why: decision.explanation };
    default:
      return decision satisfies never;
  }
}
