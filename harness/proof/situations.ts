/** The four ways in which a lost child's transcript can end, written to disk as OpenClaw would write them. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call } from "./openclaw-lines.ts";
import { SessionLines } from "./openclaw-lines.ts";
import type { Subject } from "./subject.ts";

/** So long after the start the sweeper comes by: no grace protects the runs any more, ms. */
const SWEEP_AFTER_MS = 60 * 60 * 1_000;
const ANSWER = "3 tests fail: login, logout, renew. All three time out on the token refresh.";
const EXEC: Call = { id: "call_1", name: "exec", args: { command: "npm test" } };
const READ: Call = { id: "call_2", name: "read", args: { path: "test/login.test.ts" } };
const YIELD: Call = { id: "call_3", name: "sessions_yield" };

/**
 * Writes the four transcripts into a folder.
 *
 * @param folder an existing folder
 * @param startedAt when the runs started, Unix ms
 * @returns the four, each with what is true of it
 */
export function writeSituations(folder: string, startedAt: number): readonly Subject[] {
  return SITUATIONS.map(({ name, file, tell, truth }, index) => {
    const sessionId = `5e551000-0000-4000-8000-00000000000${index + 1}`;
    const path = join(folder, `${file}.jsonl`);
    const lines = new SessionLines(sessionId, startedAt).user("Count the failing tests and report.");
    writeFileSync(path, tell(lines).toString());
    const sweepAt = startedAt + SWEEP_AFTER_MS;
    return { name, group: "situations", path, since: startedAt, sweepAt, sessionId, truth };
  });
}

interface Situation {
  readonly name: string;
  readonly file: string;
  readonly tell: (lines: SessionLines) => SessionLines;
  readonly truth: Subject["truth"];
}

const SITUATIONS: readonly Situation[] = [
  {
    name: "A terminal result",
    file: "terminal-result",
    tell: (lines) =>
      lines
        .assistant({ text: "I will run the suite first.", calls: [EXEC] })
        .result(EXEC, "3 failed, 41 passed")
        .assistant({ text: ANSWER }),
    truth: { kind: "finished", text: ANSWER },
  },
  {
    name: "Tool calls only",
    file: "tool-calls-only",
    tell: (lines) =>
      lines
        .assistant({ calls: [EXEC] })
        .result(EXEC, "3 failed, 41 passed")
        .assistant({ calls: [READ] })
        .result(READ, "import { test } from 'vitest';"),
    truth: { kind: "unfinished", why: "it worked, and never said anything" },
  },
  {
    name: "Visible text, then a sessions_yield wait",
    file: "text-then-yield",
    tell: (lines) =>
      lines
        .assistant({ text: "Two helpers are on it; I wait for their reports.", calls: [YIELD] })
        .result(YIELD, '{"status":"yielded"}', { status: "yielded" })
        .yieldMarker(),
    truth: { kind: "parked", why: "it waits for others, and has no result yet" },
  },
  {
    name: "Visible pre-tool text and a tool call",
    file: "text-and-tool-call",
    tell: (lines) => lines.assistant({ text: "Found it. Let me verify with a second run.", calls: [EXEC] }),
    truth: { kind: "unfinished", why: "it was cut off in the middle of its work" },
  },
];
