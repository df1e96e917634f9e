/** Whether a run that the host says failed is one to look into, by what the registry says of it. Pure. */

import { hidingFailureOf } from "../failures.ts";
import { wasKilled } from "../run.ts";
import type { OpenClawRun } from "../run.ts";
import type { PluginSettings } from "./settings.ts";

/** A run that the host says failed, as far as the host says which. */
export interface EndedRun {
  readonly runId: string;
  readonly childSessionKey?: string | undefined;
  readonly requesterSessionKey?: string | undefined;
}

/** What to do about it. A reason that may pass is one to look again. */
export type Grounds =
  | { readonly kind: "look"; readonly run: OpenClawRun; readonly endedAt: number }
  | { readonly kind: "not-yet"; readonly why: string }
  | { readonly kind: "silent"; readonly why: string };

/** @param run what the registry has under the id that the host named */
export function groundsFor(
  ended: EndedRun,
  run: OpenClawRun | undefined,
  { failures }: Pick<PluginSettings, "failures">,
): Grounds {
  if (run === undefined) return silent("the registry does not know it any more");
  if (isOther(ended.childSessionKey, run.childSessionKey)) {
    return silent("the host and the registry name different children");
  }
  if (isOther(ended.requesterSessionKey, run.requesterSessionKey)) {
    return silent("the host and the registry name different parents");
  }
  if (wasKilled(run)) return silent("it was killed on purpose");
  if (run.endedAt === undefined || run.outcome === undefined) {
    return notYet("the registry says that it goes on");
  }
  const failure = run.outcome.status === "ok" ? undefined : hidingFailureOf(run.outcome.error);
  if (failure === undefined) return silent("its failure hides no finished child");
  if (!failures.includes(failure)) return silent(`${failure} is not looked into`);
  if (run.deliveredAt === undefined) return notYet("its parent was not told of the failure");
  return { kind: "look", run, endedAt: run.endedAt };
}

/** True for a run whose parent was told of a failure that may hide a finished child, since a time. */
export function isMissed({ endedAt, deliveredAt, outcome }: OpenClawRun, since: number): boolean {
  return (
    endedAt !== undefined &&
    endedAt >= since &&
    deliveredAt !== undefined &&
    outcome?.status !== "ok" &&
    hidingFailureOf(outcome?.error) !== undefined
  );
}

function notYet(why: string): Grounds {
  return { kind: "not-yet", why };
}

function silent(why: string): Grounds {
  return { kind: "silent", why };
}

function isOther(said: string | undefined, known: string): boolean {
  return said !== undefined && said !== known;
}
