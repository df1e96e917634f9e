/** A store over an SQL database: what SQLite's and PostgreSQL's have in common, which is all but the words. */

import type { RunStore } from "../../run-store.ts";
import type { Dialect } from "./dialect.ts";
import { hostSide } from "./host-side.ts";
import { outbox } from "./outbox.ts";
import type { SqlEngine } from "./statement.ts";
import { sweeperSide } from "./sweeper-side.ts";

/** The store whose statements run on this engine, in this dialect. Its tables are there already. */
export function sqlStore(engine: SqlEngine, dialect: Dialect): RunStore {
  return {
    ...hostSide(engine, dialect),
    ...sweeperSide(engine, dialect),
    ...outbox(engine, dialect),
    close: async () => engine.close(),
  };
}
