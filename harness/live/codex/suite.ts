/** Codex CLI, as the npm registry has it. Started by nobody but `npm run live`, and only where no network is. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { arch, platform } from "node:process";
import type { HeadlessAgent } from "../headless/agent.ts";
import { endingsFor } from "../headless/endings.ts";
import { scenarioFor } from "../headless/scenario.ts";
import type { LiveSuite } from "../suite.ts";
import { configFor } from "./config.ts";
import { leftRunning } from "./endings.ts";

/** The version that formats.md tells of. */
const VERSION = "0.171.0";
const NAME = "@openai/codex";
/** By npm's name of a machine; the folder is by the compiler's. */
const TARGETS: ReadonlyMap<string, string> = new Map([
  ["x64", "x86_64-unknown-linux-musl"],
  ["arm64", "aarch64-unknown-linux-musl"],
]);
/** Longer than the slow tool takes to be interrupted: a command that is not done by then goes on in the background. */
const TOOL_MS = 30_000;

export const codex: LiveSuite = {
  name: "codex",
  short: true,
  package: { name: NAME, version: VERSION },
  unable: () => (platform === "linux" && TARGETS.has(arch) ? undefined : "it runs on Linux alone here"),
  scenarios: (folder) => {
    const agent = agentIn(folder);
    return [...endingsFor(agent), leftRunning].map((ending) => scenarioFor(agent, ending));
  },
};

function agentIn(folder: string): HeadlessAgent {
  const program = programIn(folder);
  return {
    name: "codex",
    writesEarly: true,
    transcripts: ({ home }) => join(home, ".codex", "sessions"),
    shell: (cmd) => ({ name: "exec_command", input: { cmd, yield_time_ms: TOOL_MS } }),
    environment: ({ home }) => ({
      CODEX_HOME: join(home, ".codex"),
      SCRIPTED_KEY: "dummy",
      RUST_LOG: "error",
    }),

    command: (prompt, again) => [
      program,
      "exec",
      ...(again ? ["resume", "--last"] : []),
      "--skip-git-repo-check",
      "--dangerously-bypass-approvals-and-sandbox",
      "--json",
      prompt,
    ],

    configure: (place, port, retries) => {
      place.write(join(place.home, ".codex", "config.toml"), configFor(port, retries ? 1 : 0));
    },
  };
}

/** The program itself comes as a package for each system. */
function programIn(folder: string): string {
  const vendor = join(folder, "node_modules", `${NAME}-${platform}-${arch}`, "vendor");
  const path = join(vendor, TARGETS.get(arch) ?? "", "bin", "codex");
  if (!existsSync(path)) throw new Error(`${NAME} came without a program for ${platform}-${arch}`);
  return path;
}
