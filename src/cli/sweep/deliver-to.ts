/** Where `--deliver` leads: a sink from what was typed. What was typed is never quoted: a token may stand in it. */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { httpSink, jsonLinesSink } from "../../agents/index.ts";
import type { Sink } from "../../agents/index.ts";
import type { Io } from "../io.ts";

/** The variable that a secret is taken from where none is named. */
export const SECRET_VARIABLE = "LASTWORD_SECRET";

/** A sink, or what is wrong and what to do. */
export type DeliverTo =
  | { readonly kind: "sink"; readonly sink: Sink }
  | { readonly kind: "unusable"; readonly problem: string };

/**
 * Reads a destination: `jsonl:PATH`, or an address of HTTP.
 *
 * @param secretName the variable that was named; undefined for the usual one, which need not be set
 */
export function deliverTo(to: string, secretName: string | undefined, { env, now }: Io): DeliverTo {
  const path = /^jsonl:(.+)$/s.exec(to)?.[1];
  if (path !== undefined) {
    return existsSync(dirname(resolve(path)))
      ? { kind: "sink", sink: jsonLinesSink(path) }
      : unusable(`${path}: there is no such folder; make it, or name another file with --deliver`);
  }
  if (!/^https?:\/\//i.test(to)) return unusable("--deliver takes jsonl:PATH, http://… or https://…");
  const secret = env[secretName ?? SECRET_VARIABLE] ?? "";
  if (secret === "" && secretName !== undefined) {
    return unusable(`${secretName} is not set; put the secret into it, or leave --secret-env away`);
  }
  try {
    return { kind: "sink", sink: httpSink({ url: to, clock: now, ...(secret === "" ? {} : { secret }) }) };
  } catch (error) {
    if (error instanceof TypeError) return unusable("--deliver: that is no address of HTTP");
    if (error instanceof RangeError) return unusable(`${secretName ?? SECRET_VARIABLE}: ${error.message}`);
    throw error;
  }
}

function unusable(problem: string): DeliverTo {
  return { kind: "unusable", problem };
}
