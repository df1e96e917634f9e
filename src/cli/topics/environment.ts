/** The topic `environment`: every variable that is read or set. A test searches the code for others. */

import { paragraph, terms } from "./topic.ts";
import type { Term, Topic } from "./topic.ts";

/** What is read. */
export const VARIABLES: readonly Term[] = [
  ["LASTWORD_CONFIG", "the file with your own defaults; where it is empty, none is read"],
  ["LASTWORD_STORE", "the store, where --store names none: sqlite:PATH or postgres://USER@HOST/DATABASE"],
  [
    "LASTWORD_SECRET",
    "what messages to an https address are signed with; --secret-env names another variable",
  ],
  [
    "LASTWORD_EVENTS_DIR",
    "set by a loop for its sessions: the folder that the hook's relay writes events to",
  ],
  ["LASTWORD_TASK_ID", "set by a loop for its sessions: the task that an event belongs to"],
  ["OPENCLAW_STATE_DIR", "OpenClaw's state folder; ~/.openclaw otherwise"],
  ["OPENCLAW_HOME", "the home folder that OpenClaw was given, if not yours"],
  ["PI_CODING_AGENT_DIR", "pi's folder; ~/.pi/agent otherwise"],
  ["CLAUDE_CONFIG_DIR", "Claude Code's folder; ~/.claude otherwise"],
  ["CLAUDE_PROJECT_DIR", "set by Claude Code for its hooks: the project's folder, where the relay may lie"],
  ["CODEX_HOME", "Codex's folder; ~/.codex otherwise"],
  ["BMAD_LOOP_RUN_DIR", "with BMAD_LOOP_TASK_ID, set by bmad-loop: its relay's events go below this folder"],
  ["BMAD_LOOP_TASK_ID", "the task of that run"],
  ["BMAD_LOOP_EVENTS_DIR", "where its events go instead of the folder events of the run"],
  ["XDG_CONFIG_HOME", "where lastword/config.json lies; ~/.config otherwise"],
  ["XDG_STATE_HOME", "where lastword/runs.db lies; ~/.local/state otherwise"],
  ["HOME", "your home folder; USERPROFILE where it is not set"],
  ["USERPROFILE", "your home folder on Windows"],
  ["NO_COLOR", "anything: no colour"],
  ["FORCE_COLOR", "colour even where the output is no terminal; 0 or false: none"],
  ["TERM", "dumb: no colour"],
  ["PATH", "where the relay's program is looked for by doctor and hook"],
];

/** What the command of `watch --exec` finds. */
export const EXEC_VARIABLES: readonly Term[] = [
  ["LASTWORD_PATH", "the transcript"],
  ["LASTWORD_KIND", "the kind of the new verdict"],
  ["LASTWORD_REASON", "its reason code"],
  ["LASTWORD_WAS", "the kind before; empty for a transcript that is new"],
];

export const environmentTopic: Topic = {
  name: "environment",
  summary: "the variables that are read, and those that are set",
  blocks: () => [
    paragraph("Read, where they are set and not empty:"),
    terms(VARIABLES),
    paragraph("Set for the command of watch --exec:"),
    terms(EXEC_VARIABLES),
  ],
};
