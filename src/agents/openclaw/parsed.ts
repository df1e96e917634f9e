/** JSON out of a database that another program writes. Pure. */

import { asObject } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";

/** The JSON object that the text is; undefined for anything else. */
export function parsedObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
