/** How a session of Codex can end, and none of pi. Data alone. */

import type { Ending } from "../headless/agent.ts";
import { promptFor } from "../model/script.ts";

const WORDS = "The command goes on; more when it is done.";
/** The command is left to the background when it takes longer. */
const TOOL_MS = 500;

/** A turn that is whole, with work behind it that is not: its words are no last ones. */
export const leftRunning: Ending = {
  name: "an answer beside a command that still runs",
  key: "left-running",
  script: {
    main: [
      {
        text: "Now a long command.",
        calls: [{ name: "exec_command", input: { cmd: "sleep 60", yield_time_ms: TOOL_MS } }],
      },
      { text: WORDS },
    ],
  },
  turns: [{ prompt: promptFor("main", "Do the task.") }],
  answers: [],
  retries: false,
  short: false,
  wanted: { kind: "parked", reason: "background-work", salvage: WORDS },
};
