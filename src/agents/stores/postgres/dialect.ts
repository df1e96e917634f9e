/** The words of PostgreSQL. */

import type { Dialect } from "../sql/dialect.ts";

/** The dialect for tables in this schema, whose name must be safe to be written as it is. */
export function postgresDialect(schema: string): Dialect {
  return {
    runs: `${schema}.runs`,
    settlements: `${schema}.settlements`,
    each: (name) => `json_array_elements_text(cast(:${name} as json)) as each (value)`,
    forUpdate: "for update",
    forUpdateSkipLocked: "for update skip locked",
  };
}
