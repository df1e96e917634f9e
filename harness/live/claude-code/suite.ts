/** Claude Code, as the npm registry has it. Started by nobody but `npm run live`, and only where no network is. */

import { arch, platform } from "node:process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LiveSuite } from "../suite.ts";
import { endings } from "./endings.ts";
import { scenarioFor } from "./scenario.ts";

/** The version whose hooks formats.md tells of. */
const VERSION = "2.1.332";
const NAME = "@anthropic-ai/claude-code";

export const claudeCode: LiveSuite = {
  name: "claude-code",
  package: { name: NAME, version: VERSION },

  unable: () =>
    platform === "linux" && (arch === "x64" || arch === "arm64") ? undefined : "it runs on Linux alone here",

  scenarios: (folder) => endings.map((ending) => scenarioFor(ending, programIn(folder))),
};

/** The program itself comes as a package for each system; which of them npm chose, it knew. */
function programIn(folder: string): string {
  const names = [`${NAME}-${platform}-${arch}`, `${NAME}-${platform}-${arch}-musl`];
  const paths = names.map((name) => join(folder, "node_modules", name, "claude"));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${NAME} came without a program for ${platform}-${arch}`);
  return found;
}
