/** The topic `formats`: whose transcripts are read, and where they lie. */

import { agentFolders } from "../agent-folders.ts";
import type { AgentName } from "../agent-folders.ts";
import { lines, paragraph, terms } from "./topic.ts";
import type { Topic } from "./topic.ts";

/** What each agent writes, and what of it proves an end. Source: docs/formats.md. */
const AGENTS: Readonly<Record<AgentName, string>> = {
  openclaw: "format openclaw; an end is proved by stopReason.",
  pi: "writes OpenClaw's format (session versions 1 to 4).",
  "claude-code": "format claude-code; an end is proved by stop_reason, which some versions omit.",
  codex: "format codex, .jsonl or .jsonl.zst; an end is proved from the versions that record their turns on.",
};

export const formatsTopic: Topic = {
  name: "formats",
  summary: "whose transcripts are read, and where they lie",
  blocks: () => [
    paragraph("The format is told from the first records of a file, never from its name."),
    terms(
      agentFolders({ HOME: "~" }).map(({ agent, path, variable }) => [
        path,
        `${AGENTS[agent]} ${variable} names another place.`,
      ]),
    ),
    paragraph(
      "Gemini CLI and Qwen Code do not record how a turn ended: their chats are named, and indeterminate. So is " +
        "any other file.",
    ),
    lines("$ lastword check PATH --format codex    # read as this, whatever it looks like"),
  ],
};
