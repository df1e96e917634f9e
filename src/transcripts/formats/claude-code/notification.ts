/** `<task-notification>`s: what the host says of background work. Pure. */

import type { Event, Position } from "../../event.ts";

export const NOTIFICATION = "<task-notification>";

/** Words for a task that is over. */
const OVER: ReadonlySet<string> = new Set(["completed", "failed", "killed", "blocked"]);

/** What a notification quotes: a summary, a result, a monitor's event. Anything may stand in it. */
const QUOTING = ["summary", "result", "event"];
const NEXT = /<\/task-notification>\s*(?=<task-notification>)/;
const TASK_ID = /<task-id>\s*([^<>\s]+)\s*<\/task-id>/;
const STATUS = /<status>\s*([^<>\s]+)\s*<\/status>/;

/** True for a status that says that a task runs no more. */
export function isOver(status: string | undefined): boolean {
  return status !== undefined && OVER.has(status);
}

/**
 * The tasks that notifications report done. Several may follow each other; what one of them quotes is not read.
 *
 * @param text the row's text, known to be the host's
 */
export function finishedIn(text: string, at: Position): readonly Event[] {
  return text.split(NEXT).flatMap((one): readonly Event[] => {
    const fields = QUOTING.reduce(withoutTag, one);
    const id = TASK_ID.exec(fields)?.[1];
    return id !== undefined && isOver(STATUS.exec(fields)?.[1]) ? [{ kind: "finished", at, id }] : [];
  });
}

/** The text without what stands between the first opening tag and the last closing one. */
function withoutTag(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return text;
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(0, start) + (end < start ? "" : text.slice(end));
}
