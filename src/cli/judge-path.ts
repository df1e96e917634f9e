/** Judging one path for a command: whatever happens comes back as a judgement, never as an exception. */

import { judgeTranscript, judgeTranscriptSync } from "../transcripts/index.ts";
import type { JudgeOptions, Judgement } from "../transcripts/index.ts";
import type { FilePath } from "./file-path.ts";
import type { Source } from "./io.ts";

/** The verdict on a file. */
export function judgeFile(path: FilePath, options: JudgeOptions): Judgement {
  if (typeof path === "string" && path.startsWith("file://")) {
    return unread("missing", "a file: URL; give the path alone");
  }
  try {
    return judgeTranscriptSync(path, options);
  } catch (error) {
    return failed(error);
  }
}

/** The verdict on a stream. */
export async function judgeSource(source: Source, options: JudgeOptions): Promise<Judgement> {
  try {
    return await judgeTranscript(source, options);
  } catch (error) {
    return failed(error);
  }
}

/** A judgement of what could not be read. */
export function unread(reason: "missing" | "unreadable", detail: string): Judgement {
  return { kind: "indeterminate", reason, detail, warnings: [], format: "unknown", bytes: 0, bytesRead: 0 };
}

/** One odd file must not end the judging of the rest. */
function failed(error: unknown): Judgement {
  const message = error instanceof Error ? error.message : String(error);
  return unread("unreadable", `reading it failed unexpectedly: ${message}; please report this`);
}
