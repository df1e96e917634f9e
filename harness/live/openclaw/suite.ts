/**
 * OpenClaw, as the npm registry has it, in the two versions that keep their state differently. Started by nobody but
 * `npm run live`, and only where no network is. All of a version's children live in one state folder, so that the first
 * scenario does the work for all.
 */

import process, { arch, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { newerNode, nodeProgram } from "../node.ts";
import type { Place } from "../place.ts";
import { check } from "../suite.ts";
import type { Check, LiveSuite, Scenario } from "../suite.ts";
import { perform } from "./acts.ts";
import type { Act } from "./acts.ts";
import { CHILDREN, ROUND_BEFORE } from "./script.ts";

const PLUGIN = fileURLToPath(new URL("../../../", import.meta.url));

function suiteOf(version: string): LiveSuite {
  return {
    name: `openclaw-${version}`,
    package: { name: "openclaw", version },
    needs: newerNode(),
    unable: () =>
      platform === "linux" && (arch === "x64" || arch === "arm64")
        ? undefined
        : "it runs on Linux alone here",
    scenarios: (folder) => scenariosIn(folder),
  };
}

export const openClaw: readonly LiveSuite[] = [suiteOf("2026.6.5"), suiteOf("2026.9.6")];

function scenariosIn(folder: string): readonly Scenario[] {
  let acts: Promise<readonly Act[]> | undefined;
  const performed = (place: Place): Promise<readonly Act[]> => {
    acts ??= perform(place, { node: nodeProgram(), folder, plugin: PLUGIN });
    return acts;
  };
  const scenario = (title: string, stage: Act["stage"], name: string): Scenario => ({
    name: `${title}, ${stage}`,
    run: async (place) => {
      const act = (await performed(place)).find((one) => one.stage === stage && one.child.name === name);
      if (act === undefined) throw new Error("it was not performed");
      await tell(`${title}, ${stage}`, act);
      return checksOf(act);
    },
  });
  return [
    ...(["without the plugin", "found at its start"] as const).flatMap((stage) =>
      CHILDREN.filter(({ name }) => ROUND_BEFORE.includes(name)).map(({ title, name }) =>
        scenario(title, stage, name),
      ),
    ),
    ...CHILDREN.map(({ title, name }) => scenario(title, "with the plugin", name)),
  ];
}

/** What must be so: the sweep calls it failed, and a finished child is put right once, and no other. */
function checksOf({ child, stage, run, corrections, verdict }: Act): readonly Check[] {
  const answered = child.answer !== undefined;
  const corrected = answered && stage !== "without the plugin";
  return [
    ...(answered ? [check("the registry says", "error", run?.outcome?.status)] : []),
    check(
      "the record says",
      answered ? "terminal" : "not terminal",
      verdict === "terminal" ? verdict : "not terminal",
    ),
    check("corrections that reached the model", corrected ? 1 : 0, corrections.length),
    ...corrections.map((text) => check("names the run", true, text.includes(run?.runId ?? "no run"))),
    ...corrections.map((text) =>
      check("holds the answer", true, text.includes(child.answer?.split("\n")[0] ?? "no answer")),
    ),
  ];
}

/** The evidence, for who watches: what the parent's model was given. */
async function tell(title: string, { run, told, corrections, plugin }: Act): Promise<void> {
  const lines = [
    `${title}:`,
    `  registry: ${run?.outcome?.status ?? "no end"} ${run?.outcome?.error ?? ""}`.trimEnd(),
    `  the parent's model was told: ${told.at(-1) ?? "nothing"}`,
    ...plugin.map((line) => `  ${line.slice(line.indexOf("lastword:"))}`),
    ...corrections.map(
      (text) => `  and reached it: ${text.slice(0, 600).replaceAll(/\s*(?:\\n|\n)\s*/g, "\n    ")}`,
    ),
  ];
  await new Promise<void>((resolve) => {
    process.stderr.write(`${lines.join("\n")}\n`, () => resolve());
  });
}
