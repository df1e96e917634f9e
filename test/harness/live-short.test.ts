/**
 * The short live run, where this machine can do it: pi, fetched if that is quick, and Codex if it is here already. What
 * cannot be tried is skipped with its reason; what disagrees fails.
 */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findWay } from "../../harness/live/namespace.ts";
import { SUITES } from "../../harness/live/suites.ts";
import { folderOf } from "../../harness/packages.ts";
import { asArray, asObject, asString, parseRecord } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Longer than npm may take twice, and the endings on a loaded machine. */
const RUN_MS_MAX = 150_000;
/** Fetched by a test, and no other: Codex is some hundred megabytes. */
const FETCHED = "pi";

test.for(["pi", "codex"])(
  "%s leaves what the script did",
  { timeout: RUN_MS_MAX + 20_000 },
  async (name, { skip }) => {
    const suite = SUITES.find((one) => one.name === name);
    if (suite === undefined) throw new Error(`there is no suite ${name}`);
    const way = findWay();
    if (way.kind === "none") return skip(way.why);
    if (name !== FETCHED && !existsSync(folderOf(suite.package))) {
      return skip(`${suite.package.name} is not in the cache; npm run live fetches it`);
    }
    const report = await shortRun(name);
    if (typeof report === "string") return skip(report);
    const rows = asArray(report["rows"]).map((row) => asObject(row) ?? {});
    const troubles = [...asArray(report["skipped"]), ...rows].flatMap((one) => {
      const { skipped, trouble } = asObject(one) ?? {};
      return asString(skipped) ?? asString(trouble) ?? [];
    });
    const checks = rows.flatMap(({ scenario, checks: made }) =>
      asArray(made).map((one) => {
        const { what, wanted, found } = asObject(one) ?? {};
        return { about: `${String(scenario)}: ${String(what)}`, wanted, found };
      }),
    );
    expect(checks.filter(({ wanted, found }) => wanted !== found)).toEqual([]);
    if (troubles.length > 0) return skip(troubles.join("; "));
    expect(checks.length).toBeGreaterThan(0);
  },
);

/** The run's report, or why there is none. */
async function shortRun(name: string): Promise<JsonObject | string> {
  const args = ["--import", "tsx", "harness/live.ts", "--short", "--only", name, "--json"];
  const options = { cwd: ROOT, timeout: RUN_MS_MAX, encoding: "utf8" } as const;
  const { stdout, killed } = await promisify(execFile)(process.execPath, args, options).then(
    (done) => ({ ...done, killed: false }),
    (error: unknown) => {
      const { stdout: said, killed: ended } = asObject(error) ?? {};
      return { stdout: asString(said) ?? "", killed: ended === true };
    },
  );
  if (killed) return `it took longer than ${RUN_MS_MAX} ms`;
  const report = parseRecord(stdout);
  if (report === undefined) throw new Error(`the short run said no JSON: ${stdout}`);
  return report;
}
