/** The words of SQLite. */

import type { Dialect } from "../sql/dialect.ts";

export const sqliteDialect: Dialect = {
  runs: "runs",
  settlements: "settlements",
  each: (name) => `json_each(:${name})`,
  // Whoever writes has the whole database.
  forUpdate: "",
  forUpdateSkipLocked: "",
};
