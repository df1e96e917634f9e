/** The session reader of the Claude Agent SDK, as the npm registry has it. A library here: no agent is started. */

import { basename, dirname } from "node:path";
import process from "node:process";
import { asArray, asObject } from "../../../src/transcripts/json.ts";
import type { ProgramPackage } from "../../packages.ts";
import { load } from "./npm-peer.ts";
import type { Install } from "./npm-peer.ts";
import { eachLater } from "./way.ts";
import type { Peer, Way } from "./way.ts";

/** Without the program that it is for, which is most of it. */
export const AGENT_SDK: ProgramPackage = {
  name: "@anthropic-ai/claude-agent-sdk",
  version: "0.3.332",
  lean: true,
};
const HOME = "CLAUDE_CONFIG_DIR";

/** What is used of it. It finds a session by its name, in the folder that the environment names. */
interface AgentSdk {
  readonly getSessionMessages: (session: string) => Promise<readonly unknown[]>;
  readonly getSessionInfo: (session: string) => Promise<unknown>;
}

/** Installs it, and loads its readers. */
export async function findAgentSdk(get: Install): Promise<Peer> {
  const loaded = await load(AGENT_SDK, ["sdk.mjs"], get);
  if (loaded.kind === "failed") return { kind: "skipped", why: `Agent SDK: ${loaded.detail}` };
  const { module } = loaded;
  return isAgentSdk(module)
    ? { kind: "ready", from: `Agent SDK is ${AGENT_SDK.name}`, ways: waysOf(module) }
    : { kind: "skipped", why: "Agent SDK: it reads no sessions" };
}

function waysOf({ getSessionMessages, getSessionInfo }: AgentSdk): readonly Way[] {
  const name = (call: string): string => `Agent SDK ${AGENT_SDK.version}, ${call}`;
  const format = "claude-code";
  return [
    {
      name: name("getSessionMessages"),
      format,
      read: eachLater(async (path) =>
        isAnswer((await atHome(path, async (session) => getSessionMessages(session))).at(-1)),
      ),
    },
    {
      // A title and a time, out of the file's two ends. Nothing of how the run ended.
      name: name("getSessionInfo"),
      format,
      read: eachLater(async (path) => {
        const info = await atHome(path, async (session) => getSessionInfo(session));
        if (info === undefined) throw new Error(`${name("getSessionInfo")} found no session in ${path}`);
        return undefined;
      }),
    },
  ];
}

/** Lets it read a session with a file's own folders as Claude Code's. */
async function atHome<T>(path: string, read: (session: string) => Promise<T>): Promise<T> {
  const before = process.env[HOME];
  process.env[HOME] = dirname(dirname(dirname(path)));
  try {
    return await read(basename(path, ".jsonl"));
  } finally {
    if (before === undefined) delete process.env[HOME];
    else process.env[HOME] = before;
  }
}

function isAnswer(row: unknown): boolean {
  const message = asObject(asObject(row)?.["message"]);
  const blocks = asArray(message?.["content"]) ?? [];
  const calls = blocks.some((block) => asObject(block)?.["type"] === "tool_use");
  return message?.["role"] === "assistant" && message["stop_reason"] === "end_turn" && !calls;
}

function isAgentSdk(module: unknown): module is AgentSdk {
  return (
    typeof module === "object" &&
    module !== null &&
    ["getSessionMessages", "getSessionInfo"].every((name) => name in module)
  );
}
