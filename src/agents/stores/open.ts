/** Opens a store by its URL. */

import { fileURLToPath } from "node:url";
import type { RunStore } from "../run-store.ts";
import { fault } from "./failure.ts";
import { memoryStore } from "./memory/store.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqliteStore } from "./sqlite/store.ts";

/**
 * Opens the store that a URL names:
 *
 * - `sqlite:PATH`: a file, made if there is none; for one machine, any number of processes
 * - `postgres://…` or `postgresql://…`: the schema `lastword` of a database; for many machines
 * - `memory:`: a store that ends with the process
 *
 * @throws {StoreError} `invalid` for any other URL; else what the store's own opening throws
 * @example
 * const store = await openRegistry("sqlite:/var/lib/host/runs.db");
 */
export async function openRegistry(url: string): Promise<RunStore> {
  const scheme = /^([a-z]+):/i.exec(url)?.[1]?.toLowerCase();
  const rest = url.slice((scheme?.length ?? 0) + 1);
  switch (scheme) {
    case "memory":
      return memoryStore();
    case "sqlite":
      if (rest !== "" && rest !== ":memory:") return openSqliteStore(pathIn(rest));
      throw fault("invalid", "sqlite: needs a file's path behind it, as in sqlite:runs.db");
    case "postgres":
    case "postgresql":
      return openPostgresStore(url);
    default:
      // Not the URL itself: there may be a password in it.
      throw fault("invalid", "a store is sqlite:PATH, postgres://USER@HOST/DATABASE or memory:");
  }
}

/** `sqlite:///path` is written by those who know it from elsewhere. */
function pathIn(rest: string): string {
  return rest.startsWith("///") ? fileURLToPath(`file:${rest}`) : rest;
}
