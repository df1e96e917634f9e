/** How spawned agents report that they are done. Pure. Source: formats.md, "Codex CLI", and public rollouts. */

import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { parseRecord } from "../../record.ts";

/**
 * States that an agent does not leave by itself. The first four are the program's own; the others mean the same
 * in plain words. `interrupted` is not among them: such an agent waits for its next task.
 */
const OVER: ReadonlySet<string> = new Set([
  "completed",
  "errored",
  "shutdown",
  "not_found",
  "failed",
  "killed",
  "closed",
  "cancelled",
]);

/** A whole text that is one notification: the agent's last words inside may hold the closing tag themselves. */
const ONE_NOTIFICATION = /^\s*<subagent_notification>([\s\S]*)<\/subagent_notification>\s*$/i;
const OPENING = /<subagent_notification>/gi;
const CLOSING = /<\/subagent_notification>/gi;
const FINAL_MESSAGE = /^Message Type: FINAL_ANSWER\b/;

/** True for a state that is an end: a word, or an object with the word as its key. */
export function isOver(state: unknown): boolean {
  const word = asString(state);
  if (word !== undefined) return OVER.has(word);
  return Object.keys(asObject(state) ?? {}).some((key) => OVER.has(key));
}

/** The letter that an assistant's message is: for a while agents wrote to each other in that role. */
export function letterIn(texts: readonly string[]): JsonObject | undefined {
  const letter = texts.length === 1 ? parseRecord(texts[0] ?? "") : undefined;
  return letter?.["author"] === undefined || letter["recipient"] === undefined ? undefined : letter;
}

/**
 * The agents whose end these texts report.
 *
 * @param texts the texts of one message
 * @param author the agent that wrote them, where the record names one
 */
export function finishedAgents(texts: readonly string[], author: string | undefined): readonly string[] {
  const notified = texts.flatMap((text) => {
    const one = parseRecord(ONE_NOTIFICATION.exec(text)?.[1] ?? "");
    if (one !== undefined) return ended(one);
    return notificationsIn(text).flatMap((body) => ended(parseRecord(body)));
  });
  const final = author !== undefined && texts.some((text) => FINAL_MESSAGE.test(text));
  return final ? [...notified, author] : notified;
}

/** One pass. A single expression for both tags would look for the end again behind every opening one. */
function notificationsIn(text: string): readonly string[] {
  const bodies: string[] = [];
  let from = 0;
  for (const { index, 0: tag } of text.matchAll(OPENING)) {
    if (index < from) continue;
    CLOSING.lastIndex = index;
    const closing = CLOSING.exec(text);
    if (closing === null) break;
    bodies.push(text.slice(index + tag.length, closing.index));
    from = closing.index + closing[0].length;
  }
  return bodies;
}

function ended(report: JsonObject | undefined): readonly string[] {
  if (report === undefined || !isOver(report["status"])) return [];
  const id = asString(report["agent_path"]) ?? asString(report["agent_id"]);
  return id === undefined ? [] : [id];
}
