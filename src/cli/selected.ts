/** What was found, in the order that was asked for, without files that were changed too long ago. */

import { statSync } from "node:fs";
import type { FilePath } from "./file-path.ts";
import { needsStat } from "./filters.ts";
import type { FilterFlags, Order } from "./filters.ts";
import type { Found } from "./paths.ts";

/** A file, and what the file system says of it. */
interface Dated {
  readonly found: Found;
  /** Unix ms. */
  readonly modifiedMs: number;
  readonly bytes: number;
}

/** Puts what was found in order. All of it is held where an order is asked for: paths, and no transcript. */
export async function* selected(
  found: AsyncIterable<Found>,
  flags: FilterFlags,
): AsyncGenerator<Found, void, undefined> {
  if (!needsStat(flags)) {
    yield* found;
    return;
  }
  const files: Dated[] = [];
  for await (const one of found) {
    if (one.kind !== "file") yield one;
    else if (flags.sort === undefined || flags.sort === "path") {
      const file = dated(one, one.path);
      if (isRecent(file, flags)) yield one;
    } else files.push(dated(one, one.path));
  }
  const { sort = "path" } = flags;
  for (const file of files.filter((one) => isRecent(one, flags)).toSorted((a, b) => compare(a, b, sort))) {
    yield file.found;
  }
}

function dated(found: Found, path: FilePath): Dated {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return { found, modifiedMs: stat?.mtimeMs ?? 0, bytes: stat?.size ?? 0 };
  } catch {
    // Opening it says why.
    return { found, modifiedMs: 0, bytes: 0 };
  }
}

/** A file whose time nobody knows is shown: its trouble is told, and not hidden. */
function isRecent({ modifiedMs }: Dated, { changedSince }: FilterFlags): boolean {
  return changedSince === undefined || modifiedMs === 0 || modifiedMs >= changedSince;
}

function compare(a: Dated, b: Dated, order: Order): number {
  switch (order) {
    case "path":
      return 0;
    case "newest":
      return b.modifiedMs - a.modifiedMs;
    case "oldest":
      return a.modifiedMs - b.modifiedMs;
    case "largest":
      return b.bytes - a.bytes;
    default:
      return order satisfies never;
  }
}
