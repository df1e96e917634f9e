/** The moments at which the gateway is killed, told from a child's records and from what reached the model. Pure. */

import { asArray, asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import type { ModelRequest } from "./model.ts";
import type { ChildScript } from "./script.ts";

/**
 * True once what the child's script waits for is so.
 *
 * @param records the child's last ones, oldest first
 * @param requests what reached the model in its name
 */
export function isMoment(
  kill: ChildScript["kill"],
  records: readonly JsonObject[],
  requests: readonly ModelRequest[],
): boolean {
  const last = records
    .map((record) => asObject(record["message"]))
    .findLast((message) => message !== undefined);
  switch (kill) {
    case "last-word":
      return last?.["role"] === "assistant" && !calls(last);
    case "tool-called":
      return last?.["role"] === "assistant" && calls(last);
    case "tool-answered":
      // The model was asked to go on, and hangs.
      return last?.["role"] === "toolResult" && requests.length > 1;
    case "yielded":
      return records.some(({ customType }) =>
        (asString(customType) ?? "").startsWith("openclaw.sessions_yield"),
      );
    case "streaming":
      return requests.some(({ partial }) => partial !== undefined);
    default:
      return kill satisfies never;
  }
}

function calls({ content }: JsonObject): boolean {
  return asArray(content).some((block) => asObject(block)?.["type"] === "toolCall");
}
