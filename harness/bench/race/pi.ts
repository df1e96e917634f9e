/** The session reader of the pi coding agent, as the npm registry has it. Read with, never started. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramPackage, install } from "../../packages.ts";
import { isAnswerMessage } from "../plain.ts";
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
export async function findPi(get: typeof install): Promise<Peer> {
  const installed = await get(PI);
  if (installed.kind === "failed") return { kind: "skipped", why: `pi: ${installed.detail}` };
  // The reader alone: the package's front door wants Node 22.19, and opens the whole program.
  const path = join(installed.folder, "node_modules", PI.name, "dist", "core", "session-manager.js");
  const module: unknown = await import(pathToFileURL(path).href);
  if (!isPi(module)) return { kind: "skipped", why: `pi: ${path} has no SessionManager` };
  return { kind: "ready", from: `pi is ${PI.name}`, ways: [wayOf(module)] };
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
