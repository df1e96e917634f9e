/** The store in a real PostgreSQL: a schema for each test. */

import pg from "pg";
import type { RunStore } from "../../../../src/agents/run-store.ts";
import { openPostgresStore } from "../../../../src/agents/stores/postgres/store.ts";
import { freshDatabase } from "../../../support/postgres/database.ts";
import { contract } from "../contract.ts";

contract("in PostgreSQL", 25, async () => {
  const database = await freshDatabase();
  // Fewer connections than there are callers at once: they must be shared.
  const pool = new pg.Pool({ connectionString: database.url, max: 5 });
  const opened: RunStore[] = [];
  let count = 0;
  return {
    fresh: async () => {
      const schema = `test_${(count += 1)}`;
      return async () => {
        const store = await openPostgresStore(pool, { schema });
        opened.push(store);
        return store;
      };
    },
    end: async () => {
      for (const store of opened) await store.close();
      await pool.end();
      await database.drop();
    },
  };
});
