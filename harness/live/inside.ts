/** The part that runs inside the namespace: every scenario of a suite, one after another, a JSON line a row. */

import { performance } from "node:perf_hooks";
import type { Io } from "../../src/cli/io.ts";
import { BUILT } from "./built.ts";
import { isIsolated } from "./namespace.ts";
import { Place } from "./place.ts";
import type { Check, LiveRow, LiveSuite, Scenario } from "./suite.ts";

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
): Promise<number> {
  if (!isIsolated()) {
    await stderr.write("live: this process can reach a network; no program is started here\n");
    return EXIT_NOT_ISOLATED;
  }
  for (const suite of suites) {
    for (const scenario of suite.scenarios(folder)) {
      await stdout.write(`${JSON.stringify(await rowOf(suite, scenario))}\n`);
    }
  }
  return EXIT_RAN;
}

async function rowOf({ name, package: { version } }: LiveSuite, scenario: Scenario): Promise<LiveRow> {
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
    return row(await scenario.run(place));
  } catch (error) {
    return { ...row([]), trouble: error instanceof Error ? error.message : String(error) };
  } finally {
    place.remove();
  }
}
