/** Starts this same harness once more, inside a namespace, for one suite; reads its rows as they come. */

import { createInterface } from "node:readline";
import process from "node:process";
import { asArray, asNumber, asObject, asString } from "../../src/transcripts/json.ts";
import { spawnInside } from "./namespace.ts";
import type { Way } from "./namespace.ts";
import type { Check, LiveRow, LiveSuite, LiveWishes } from "./suite.ts";

/** The rows of a suite. A row that never comes is a row that disagrees. */
export async function* outside(
  { name, package: { version } }: LiveSuite,
  folder: string,
  way: Extract<Way, { readonly kind: "way" }>,
  { short = false, save }: LiveWishes = {},
): AsyncGenerator<LiveRow> {
  const [script = ""] = process.argv.slice(1);
  const again = [process.execPath, ...process.execArgv, script, "--only", name, "--inside", folder];
  if (short) again.push("--short");
  if (save !== undefined) again.push("--save", save);
  const child = spawnInside(way, again);
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) {
      const row = rowFrom(line);
      if (row !== undefined) yield row;
    }
  }
  const how = await ended;
  if (how !== "exit code 0") {
    yield {
      suite: name,
      version,
      scenario: "all of it",
      ms: 0,
      checks: [],
      trouble: `the runs ended with ${how}`,
    };
  }
}

function rowFrom(line: string): LiveRow | undefined {
  const row = asObject(JSON.parse(line));
  if (row === undefined) return undefined;
  const trouble = asString(row["trouble"]);
  return {
    suite: asString(row["suite"]) ?? "",
    version: asString(row["version"]) ?? "",
    scenario: asString(row["scenario"]) ?? "",
    ms: asNumber(row["ms"]) ?? 0,
    checks: asArray(row["checks"]).map(checkFrom),
    ...(trouble === undefined ? {} : { trouble }),
  };
}

function checkFrom(value: unknown): Check {
  const { what, wanted, found } = asObject(value) ?? {};
  return { what: asString(what) ?? "", wanted: asString(wanted) ?? "", found: asString(found) ?? "" };
}
