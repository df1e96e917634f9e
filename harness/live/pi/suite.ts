/** The pi coding agent, as the npm registry has it. Started by nobody but `npm run live`, and only where no network is. */

import { join } from "node:path";
import { platform } from "node:process";
import type { HeadlessAgent } from "../headless/agent.ts";
import { endingsFor } from "../headless/endings.ts";
import { scenarioFor } from "../headless/scenario.ts";
import { newerNode, nodeProgram } from "../node.ts";
import type { LiveSuite } from "../suite.ts";

/** The version that formats.md tells of. */
const VERSION = "1.6.0";
const NAME = "@earendil-works/pi-coding-agent";
const MODEL = { id: "scripted", name: "scripted", reasoning: false, input: ["text"] };

export const pi: LiveSuite = {
  name: "pi",
  short: true,
  package: { name: NAME, version: VERSION },
  needs: newerNode(),
  unable: () => (platform === "linux" ? undefined : "it runs on Linux alone here"),
  scenarios: (folder) => {
    const agent = agentIn(folder);
    return endingsFor(agent).map((ending) => scenarioFor(agent, ending));
  },
};

function agentIn(folder: string): HeadlessAgent {
  const program = join(folder, "node_modules", NAME, "dist", "bundle", "cli.js");
  return {
    name: "pi",
    writesEarly: false,
    transcripts: ({ home }) => join(home, ".pi", "agent", "sessions"),
    shell: (command) => ({ name: "bash", input: { command } }),
    environment: () => ({ PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" }),

    command: (prompt, again) => [
      nodeProgram(),
      program,
      "--provider",
      "loopback",
      "--model",
      MODEL.id,
      "-p",
      ...(again ? ["--continue"] : []),
      prompt,
    ],

    configure: (place, port, retries) => {
      const write = (name: string, content: object) =>
        place.write(join(place.home, ".pi", "agent", name), JSON.stringify(content));
      const baseUrl = `http://127.0.0.1:${port}`;
      const loopback = { baseUrl, apiKey: "dummy", api: "anthropic-messages", models: [MODEL] };
      write("models.json", { providers: { loopback } });
      const retry = retries ? { enabled: true, maxRetries: 1, baseDelayMs: 100 } : { enabled: false };
      write("settings.json", { retry, enableInstallTelemetry: false });
    },
  };
}
