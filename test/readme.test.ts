/** README.md's table of agents and its pictures are what the repository holds. */

import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SUITES } from "../harness/live/suites.ts";
import { agentFolders } from "../src/cli/agent-folders.ts";
import type { AgentName } from "../src/cli/agent-folders.ts";

const page = readFileSync("README.md", "utf8");
/** What the packages are called that `npm run live` takes. */
const PACKAGES: Readonly<Record<string, AgentName>> = {
  "@anthropic-ai/claude-code": "claude-code",
  "@openai/codex": "codex",
  "@earendil-works/pi-coding-agent": "pi",
  openclaw: "openclaw",
};
const AGENTS: Readonly<Record<string, AgentName>> = {
  OpenClaw: "openclaw",
  pi: "pi",
  "Claude Code": "claude-code",
  "Codex CLI": "codex",
};
const PICTURE_BYTES_MAX = 200 * 1024;

/** The table's rows, by agent. */
const rows = page
  .slice(page.indexOf("## Agents and versions"), page.indexOf("## From the command line"))
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, name = ""]) => AGENTS[name] !== undefined)
  .map(([, name = "", where = "", recorded = "", live = ""]) => ({
    agent: AGENTS[name],
    where,
    recorded: recorded.split(", "),
    live: live.split(", "),
  }));

test("every agent that is looked for is in the table, with its folder and its variable", () => {
  const folders = agentFolders({ HOME: "~" });
  expect(rows.map(({ agent }) => agent)).toEqual([...new Set(folders.map(({ agent }) => agent))]);
  for (const { agent, path, variable } of folders) {
    const where = rows.find((row) => row.agent === agent)?.where ?? "";
    expect(where).toContain(`\`${variable}\``);
    // A second folder of the same agent is told by its own name.
    expect(where.includes(`\`${path}\``) || where.includes(`\`${path.split("/").at(-1) ?? ""}\``)).toBe(true);
  }
});

test("the versions recorded are the recordings", () => {
  const recordings = readdirSync("test/fixtures/recordings").filter((name) => !name.includes("index"));
  const named = rows.flatMap(({ agent, recorded }) => recorded.map((version) => `${agent ?? ""}-${version}`));
  expect(named.toSorted()).toEqual(recordings.toSorted());
});

test("the versions driven live are those of the suites", () => {
  const suites = SUITES.map((suite) => suite.package).map(
    ({ name, version }) => `${PACKAGES[name] ?? name}-${version}`,
  );
  const named = rows.flatMap(({ agent, live }) => live.map((version) => `${agent ?? ""}-${version}`));
  expect(named.toSorted()).toEqual(suites.toSorted());
});

test("the pictures are PNG, and small enough for a page", () => {
  for (const name of ["report-light", "report-dark"]) {
    expect(page).toContain(`docs/images/${name}.png`);
    const bytes = readFileSync(`docs/images/${name}.png`);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(bytes.byteLength).toBeLessThan(PICTURE_BYTES_MAX);
  }
});
