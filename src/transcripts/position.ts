/** Making a place in a transcript. Pure. */

import type { Position } from "./event.ts";

/**
 * A line's place, with what the record on it says of itself. Written out field by field: this is done for every
 * record, and spreading what may be absent took four times as long.
 */
export function positionOf(
  line: Position,
  entryId: string | undefined,
  timestamp: number | undefined,
): Position {
  const place: { -readonly [K in keyof Position]: Position[K] } = { offset: line.offset };
  if (line.line !== undefined) place.line = line.line;
  if (entryId !== undefined) place.entryId = entryId;
  if (timestamp !== undefined) place.timestamp = timestamp;
  return place;
}
