/** A user's own files before each predicate. */

import { escapePath } from "../../src/cli/escape.ts";
import { findTranscripts } from "../../src/cli/paths.ts";
import { PREDICATES } from "./predicates.ts";
import type { Lost } from "./subject.ts";
import type { Finding } from "./trial.ts";

/** What was made of one file, or why nothing was. */
export type Own =
  | {
      readonly kind: "claims";
      readonly path: string;
      readonly claims: readonly Pick<Finding, "predicate" | "claim">[];
    }
  | { readonly kind: "trouble"; readonly message: string };

/**
 * Finds the transcripts that the arguments name, and asks each predicate about each.
 *
 * @param now Unix ms
 */
export async function* judgeOwn(paths: readonly string[], now: number): AsyncGenerator<Own, void, undefined> {
  for await (const found of findTranscripts(paths, { all: false })) {
    switch (found.kind) {
      case "file":
        yield typeof found.path === "string"
          ? await claimsOn({ path: found.path, sweepAt: now })
          : { kind: "trouble", message: `${escapePath(found.path)}: a registry holds names that are UTF-8` };
        break;
      case "standard-input":
        yield { kind: "trouble", message: "-: standard input is read once, and four ask; name a file" };
        break;
      case "closed-folder":
      case "nothing":
        yield { kind: "trouble", message: `${escapePath(found.path)}: ${found.detail}` };
        break;
      case "left-out":
        break;
      default:
        return found satisfies never;
    }
  }
}

async function claimsOn(lost: Lost): Promise<Own> {
  const claims = PREDICATES.map(async ({ name, claim }) => ({ predicate: name, claim: await claim(lost) }));
  return { kind: "claims", path: lost.path, claims: await Promise.all(claims) };
}
