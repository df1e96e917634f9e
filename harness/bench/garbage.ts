/** Sweeping up between goes: what one contender leaves behind must not be collected in the time of the next. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects all garbage. */
export function collectGarbage(): void {
  // No flag of the command line: the bench is started by tsx and by tests, each with arguments of its own.
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}
