/** Node 22 to 24 print a warning when their SQLite is loaded. Who types a command can do nothing about it. */

import process from "node:process";

/** Drops that one warning from here on; all others are printed as ever. */
export function dropSqliteWarning(): void {
  const emit: unknown = Reflect.get(process, "emitWarning");
  if (typeof emit !== "function") return;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).startsWith("SQLite is an experimental feature")) return;
    Reflect.apply(emit, process, [warning, ...rest]);
  };
}
