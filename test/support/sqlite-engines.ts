/** Which SQLite engines this Node has: `libsql` everywhere, its own from 22.13 on. */

import type { SqliteEngine } from "../../src/agents/stores/sqlite/driver.ts";

export const hasNodeSqlite = process.getBuiltinModule?.("node:sqlite") !== undefined;

export const sqliteEngines: readonly SqliteEngine[] = hasNodeSqlite ? ["node:sqlite", "libsql"] : ["libsql"];
