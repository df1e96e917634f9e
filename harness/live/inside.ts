/** The part that runs inside the namespace: every scenario of a suite, one after another, a JSON line a row. */

import { performance } from "node:perf_hooks";
import type { Io } from "../../src/cli/io.ts";
import { BUILT } from "./built.ts";
import { isIsolated } from "./namespace.ts";
import { Place } from "./place.ts";
import { keep } from "./recording.ts";
import type { Check, LiveRow, LiveSuite, LiveWishes, Scenario } from "./suite.ts";

const EXIT_RAN = 0;
const EXIT_NOT_ISOLATED = 3;

/**
 * Runs the suites. A real program is started only where there is no way out.
 *
 * @param folder where the suite's package was installed
 */
export async function runInside(
  suites: readonly LiveSuite[],
  folder: string,
  { stdout, stderr }: Pick<Io, "stdout" | "stderr">,
  wishes: LiveWishes = {},
): Promise<number> {
  if (!isIsolated()) {
    await stderr.write("live: this process can reach a network; no program is started here\n");
    return EXIT_NOT_ISOLATED;
  }
  for (const suite of suites) {
    const scenarios = suite.scenarios(folder).filter(({ short }) => wishes.short !== true || short === true);
    for (const scenario of scenarios) {
      await stdout.write(`${JSON.stringify(await rowOf(suite, scenario, wishes))}\n`);
    }
  }
  return EXIT_RAN;
}

async function rowOf(
  { name, package: { version } }: LiveSuite,
  scenario: Scenario,
  { save }: LiveWishes,
): Promise<LiveRow> {
  const started = performance.now();
  const place = new Place(BUILT);
  const row = (checks: readonly Check[]) => ({
    suite: name,
    version,
    scenario: scenario.name,
    ms: performance.now() - started,
    checks,
  });
  try {
    const checks = await scenario.run(place);
    const recording = save === undefined ? undefined : scenario.record?.(place);
    if (save !== undefined && recording !== undefined) {
      keep(recording, { suite: name, version, scenario: scenario.name }, save);
    }
    return row(checks);
  } catch (error) {
    return { ...row([]), trouble: error instanceof Error ? error.message : String(error) };
  } finally {
    place.remove();
  }
}
