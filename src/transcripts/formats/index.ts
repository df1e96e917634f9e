/** The list of formats, and how one is recognised. A new format is one file beside this one, and one line here. */

import type { Format, FormatName } from "../format.ts";
import type { JsonObject } from "../json.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { openclaw } from "./openclaw.ts";

/** Every format that can prove an end. */
export const formats: readonly Format[] = [openclaw, claudeCode, codex];

/** The format by its name. */
export function formatNamed(name: FormatName): Format {
  const format = formats.find((one) => one.name === name);
  if (format === undefined) {
    throw new RangeError(`unknown format ${name}; known are ${formats.map((one) => one.name).join(", ")}`);
  }
  return format;
}

/** The format that the first records belong to, by their content alone; undefined where none knows them. */
export function detectFormat(records: readonly JsonObject[]): Format | undefined {
  for (const record of records) {
    const format = formats.find((one) => one.detect(record));
    if (format !== undefined) return format;
  }
  return undefined;
}
