/** The command that says why, with its path: what is printed as the next step can be pasted as it stands. Pure. */

import { shellWord } from "./escape.ts";
import { textOfPath } from "./file-path.ts";
import type { FilePath } from "./file-path.ts";

/** `lastword explain child.jsonl`, for a shell. */
export function explainCommand(path: FilePath): string {
  // Behind the dashes a name with one in front is no option.
  const dashes = textOfPath(path).startsWith("-") ? "-- " : "";
  return `lastword explain ${dashes}${shellWord(path)}`;
}
