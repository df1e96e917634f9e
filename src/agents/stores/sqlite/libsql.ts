/** SQLite as the package `libsql` brings it, for a Node without its own. An optional dependency: it has native parts. */

import { pathToFileURL } from "node:url";
import { fault } from "../failure.ts";
import type { OpenDatabase } from "./driver.ts";

/** Opens a file, or undefined where the package is not installed (as on a platform it has no build for). */
export async function openLibsql(): Promise<OpenDatabase | undefined> {
  const Database = await import("libsql").then(
    (module) => module.default,
    () => undefined,
  );
  if (Database === undefined) return undefined;
  return (file, { readOnly = false } = {}) => {
    // The package has an option for this, and does not heed it; SQLite itself heeds the URI.
    const database = new Database(readOnly ? `${pathToFileURL(file).href}?mode=ro` : file);
    let isOpen = true;
    return {
      prepare: (sql) => {
        const statement = database.prepare(sql);
        // `.get()` adds a field of its own to the row, and `.run()` may leave the statement half done.
        return { all: (params) => statement.all(params) };
      },
      exec: (sql) => {
        database.exec(sql);
      },
      close: () => {
        // Closed twice is an error in one engine and none in the other: here it is one.
        if (!isOpen) throw fault("closed", "the store is closed");
        isOpen = false;
        database.close();
      },
    };
  };
}
