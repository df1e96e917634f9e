/** What could not be read or found out, in a sentence for people. Pure. */

import { sentenceFor } from "../../transcripts/index.ts";
import type { ReadFailure } from "../evidence.ts";

/** The failure in words; its detail may quote untrusted text. */
export function sentenceOf({ source, reason, detail }: ReadFailure): string {
  switch (source) {
    case "transcript":
      return `${sentenceFor(reason)} (${detail})`;
    case "session-entry":
      return `The session store could not be read (${detail}).`;
    case "liveness":
      return `Whether the run or its child is alive could not be found out (${detail}).`;
    case "descendants":
      return `Whether a descendant of the run is active could not be found out (${detail}).`;
    case "wake":
      return `Whether something can still wake the child could not be found out (${detail}).`;
    case "artifact":
      return `Whether the child left its result could not be found out (${detail}).`;
    case "channel":
      return `Whether the session was heard on its event channel could not be found out (${detail}).`;
    default:
      return source satisfies never;
  }
}
