/**
 * A critical escalation inside a result: the agent asks for a human, whatever else it wrote. Pure. Source: bmad-loop's
 * results, `escalations: [{ type, severity, detail }]`.
 */

import { asArray, asObject, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { shown } from "./validator.ts";

/** What the first critical escalation says; undefined where there is none. */
export function findCritical(value: JsonObject): string | undefined {
  for (const entry of asArray(value["escalations"])) {
    const escalation = asObject(entry);
    if (asString(escalation?.["severity"])?.toUpperCase() !== "CRITICAL") continue;
    const words = [escalation?.["type"], escalation?.["detail"]]
      .map(asString)
      .filter((word) => word !== undefined);
    return words.length === 0 ? shown(escalation) : words.join(": ");
  }
  return undefined;
}
