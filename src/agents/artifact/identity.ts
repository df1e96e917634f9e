/** Whether a result bears the ids of the attempt it is taken for. Pure. */

import type { JsonObject } from "../../transcripts/index.ts";
import { shown } from "./validator.ts";

/**
 * The first id in the result that is another's, for people; undefined where there is none. An id that the result
 * does not have, or has as null, says nothing.
 */
export function foreignId(value: JsonObject, ids: Readonly<Record<string, string>>): string | undefined {
  for (const [field, expected] of Object.entries(ids)) {
    const found = Object.hasOwn(value, field) ? value[field] : undefined;
    if (found === undefined || found === null || found === expected) continue;
    return `its ${field} is ${shown(found)}, and this attempt's is ${shown(expected)}`;
  }
  return undefined;
}
