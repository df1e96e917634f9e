/**
 * How a session of Claude Code can end, and what must then be seen of it: each row of formats.md's table of hooks, and the
 * incident, a relay that was never registered. Data alone.
 */

import { asObject } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import { promptFor } from "../model/script.ts";
import type { ModelScript, ModelStep } from "../model/script.ts";

/** One way to end. */
export interface Ending {
  readonly name: string;
  readonly prompt: string;
  readonly script: ModelScript;
  /** What becomes of the settings behind the relay's registration; undefined takes the file away. */
  readonly settings?: (registered: JsonObject) => JsonObject | undefined;
  /** Sent to the program once it is inside the slow tool. */
  readonly signal?: "SIGINT" | "SIGKILL";
  /** True where the session is to leave a result, and the loop asks for it. */
  readonly leavesResult?: boolean;
  /** How a loop would say that it ended. */
  readonly status: string;
  readonly wanted: {
    readonly events: readonly string[];
    /** True where a relay runs beside another, and either may come first. */
    readonly inAnyOrder?: boolean;
    readonly channel: string;
    readonly stopSeen: boolean;
    readonly stopFailure: boolean;
    readonly sessionEnd: boolean;
    /** The verdict, with the text of a terminal one. */
    readonly verdict: string;
    /** The subagent's own transcript. */
    readonly subagent?: string;
    /** What the doctor fails, each with the entry's pointer where there is one. */
    readonly doctor: readonly string[];
    /** Route, blame, and what becomes of the run. */
    readonly judge: string;
  };
}

const FINAL = "FINAL ANSWER: the task is complete.";
const SUB_FINAL = "SUBAGENT ANSWER: the part is done.";
/** Made by the slow tool when it begins. */
export const STARTED = "started";

/** What a session leaves for its loop. */
export const RESULT = "result.json";

const prompt = promptFor("main", "Do the task.");
const quick: ModelStep = {
  text: "First a tool.",
  calls: [{ name: "Bash", input: { command: "echo from-the-tool", description: "quick" } }],
};
const writing: ModelStep = {
  text: "The result goes into its file.",
  calls: [{ name: "Bash", input: { command: `echo '{"done":true}' > ${RESULT}`, description: "result" } }],
};
const slow: ModelStep = {
  text: "Now the slow tool.",
  calls: [{ name: "Bash", input: { command: `touch ${STARTED}; sleep 120`, description: "slow" } }],
};
const delegating: ModelStep = {
  text: "Somebody else does a part.",
  calls: [
    {
      name: "Agent",
      input: {
        description: "a part",
        prompt: promptFor("part", "Do the part."),
        subagent_type: "general-purpose",
        run_in_background: false,
      },
    },
  ],
};
const answered: ModelScript = { main: [quick, { text: FINAL }] };
const interrupted: ModelScript = { main: [slow, { text: FINAL }] };

const SPOKE = {
  channel: "speaking",
  stopSeen: true,
  stopFailure: false,
  sessionEnd: true,
  doctor: [],
} as const;
const ANSWERED = {
  ...SPOKE,
  events: ["SessionStart", "Stop", "SessionEnd"],
  verdict: `terminal: ${FINAL}`,
} as const;

/** The settings with this hook alone for an event. */
function withHook(settings: JsonObject, event: string, hook: object): JsonObject {
  return { ...settings, hooks: { ...asObject(settings["hooks"]), [event]: [{ hooks: [hook] }] } };
}

export const endings: readonly Ending[] = [
  {
    name: "an answer",
    prompt,
    script: answered,
    status: "completed",
    wanted: { ...ANSWERED, judge: "complete, nobody to blame, run continue" },
  },
  {
    name: "a subagent inside",
    prompt,
    script: { main: [delegating, { text: FINAL }], part: [quick, { text: SUB_FINAL }] },
    status: "completed",
    wanted: {
      ...ANSWERED,
      events: ["SessionStart", "SubagentStart", "SubagentStop", "Stop", "SessionEnd"],
      subagent: `terminal: ${SUB_FINAL}`,
      judge: "complete, nobody to blame, run continue",
    },
  },
  {
    name: "an API error at the end",
    prompt,
    script: { main: [quick, { fails: 500 }] },
    status: "crashed",
    wanted: {
      ...SPOKE,
      events: ["SessionStart", "StopFailure", "SessionEnd"],
      inAnyOrder: true,
      stopSeen: false,
      stopFailure: true,
      verdict: "unfinished",
      judge: "pause, provider-failure, run pause",
    },
  },
  {
    name: "SIGINT in a tool",
    prompt,
    script: interrupted,
    signal: "SIGINT",
    status: "crashed",
    wanted: {
      ...SPOKE,
      events: ["SessionStart", "SessionEnd"],
      stopSeen: false,
      verdict: "unfinished",
      judge: "retry, interrupted, run continue",
    },
  },
  {
    name: "SIGKILL in a tool",
    prompt,
    script: interrupted,
    signal: "SIGKILL",
    status: "crashed",
    wanted: {
      ...SPOKE,
      events: ["SessionStart"],
      stopSeen: false,
      sessionEnd: false,
      verdict: "unfinished",
      judge: "retry, session-crashed, run continue",
    },
  },
  {
    name: "an invalid Stop entry",
    prompt,
    script: answered,
    settings: (settings) => withHook(settings, "Stop", { type: "command" }),
    status: "timeout",
    wanted: {
      ...ANSWERED,
      events: ["SessionStart", "SessionEnd"],
      stopSeen: false,
      doctor: ["settings /hooks/Stop/0/hooks/0", "registration"],
      judge: "complete, nobody to blame, run pause stop-entry-invalid",
    },
  },
  {
    name: "an entry for an event that does not exist",
    prompt,
    script: answered,
    settings: (settings) => withHook(settings, "NoSuchEvent", { type: "command", command: "true" }),
    status: "completed",
    wanted: { ...ANSWERED, judge: "complete, nobody to blame, run continue" },
  },
  {
    name: "a relay that was never registered",
    prompt,
    script: { main: [writing, { text: FINAL }] },
    leavesResult: true,
    settings: () => undefined,
    status: "timeout",
    wanted: {
      ...ANSWERED,
      channel: "silent",
      events: [],
      stopSeen: false,
      sessionEnd: false,
      doctor: ["registration"],
      judge: "complete, nobody to blame, run pause event-channel:relay-not-registered",
    },
  },
];
