/** The store in SQLite, over every engine that this Node has. newer-node.test.ts runs this file on another Node. */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunStore } from "../../../../src/agents/run-store.ts";
import { openSqliteStore } from "../../../../src/agents/stores/sqlite/store.ts";
import { quickFolder } from "../../../support/quick-folder.ts";
import { sqliteEngines } from "../../../support/sqlite-engines.ts";
import { contract } from "../contract.ts";

for (const engine of sqliteEngines) {
  contract(`in SQLite over ${engine}`, 50, async () => {
    const folder = mkdtempSync(join(quickFolder(), "lastword-store-"));
    const opened: RunStore[] = [];
    let count = 0;
    return {
      fresh: async () => {
        const path = join(folder, `${(count += 1)}.db`);
        return async () => {
          const store = await openSqliteStore(path, { engine });
          opened.push(store);
          return store;
        };
      },
      end: async () => {
        for (const store of opened) await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
}
