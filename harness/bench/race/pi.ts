/** The session reader of the pi coding agent, as the npm registry has it. Read with, never started. */

import type { ProgramPackage } from "../../packages.ts";
import { isAnswerMessage } from "../plain.ts";
import { load } from "./npm-peer.ts";
import type { Install } from "./npm-peer.ts";
import { each } from "./way.ts";
import type { Peer } from "./way.ts";

export const PI: ProgramPackage = {
  name: "@earendil-works/pi-coding-agent",
  version: "1.6.0",
  lean: true,
};

/** What is used of it. */
interface Pi {
  readonly SessionManager: {
    readonly open: (path: string) => {
      readonly getLeafEntry: () => { readonly type: string; readonly message?: unknown } | undefined;
    };
  };
}

/** Installs it, and loads its reader. */
export async function findPi(get: Install): Promise<Peer> {
  // The reader alone: the package's front door wants Node 22.19, and opens the whole program.
  const loaded = await load(PI, ["dist", "core", "session-manager.js"], get);
  if (loaded.kind === "failed") return { kind: "skipped", why: `pi: ${loaded.detail}` };
  const { module } = loaded;
  return isPi(module)
    ? { kind: "ready", from: `pi is ${PI.name}`, ways: [wayOf(module)] }
    : { kind: "skipped", why: "pi: it has no SessionManager" };
}

function wayOf({ SessionManager }: Pi) {
  return {
    name: `pi ${PI.version}, SessionManager.open`,
    format: "openclaw" as const,
    read: each((path) => {
      const leaf = SessionManager.open(path).getLeafEntry();
      return leaf?.type === "message" && isAnswerMessage(leaf.message);
    }),
  };
}

function isPi(module: unknown): module is Pi {
  return typeof module === "object" && module !== null && "SessionManager" in module;
}
