/** SQLite as Node brings it: `node:sqlite`, without a flag from 22.13 on. Asked for by shape, for Node 20's types lack it. */

import type { SqlParams } from "../sql/statement.ts";
import type { OpenDatabase } from "./driver.ts";

/** Opens a file, or undefined where this Node has no `node:sqlite`. */
export function openNodeSqlite(): OpenDatabase | undefined {
  const module: unknown = process.getBuiltinModule?.("node:sqlite");
  if (typeof module !== "object" || module === null) return undefined;
  const constructor: unknown = Reflect.get(module, "DatabaseSync");
  if (typeof constructor !== "function") return undefined;
  return (file, { readOnly = false } = {}) => {
    const database: unknown = Reflect.construct(constructor, [file, { readOnly }]);
    if (!isDatabaseSync(database)) throw new TypeError("node:sqlite gave no database");
    return {
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return { all: (params) => statement.all(params) };
      },
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
    };
  };
}

interface DatabaseSync {
  prepare(sql: string): { all(params: SqlParams): readonly unknown[] };
  exec(sql: string): void;
  close(): void;
}

function isDatabaseSync(value: unknown): value is DatabaseSync {
  return (
    typeof value === "object" &&
    value !== null &&
    ["prepare", "exec", "close"].every((name) => typeof Reflect.get(value, name) === "function")
  );
}
