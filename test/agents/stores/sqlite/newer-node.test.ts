/** What only a newer Node has: SQLite of its own. The tests of the driver and of the store run there once more. */

import { describe, expect, test } from "vitest";
import { newerNode, runUnder } from "../../../support/newer-node.ts";
import { hasNodeSqlite } from "../../../support/sqlite-engines.ts";

// A Node that has it runs those tests by itself.
describe.skipIf(hasNodeSqlite)("under a newer Node", () => {
  test("SQLite does the same over node:sqlite", { timeout: 240_000 }, async ({ skip }) => {
    const node = await newerNode();
    if (node.missing !== undefined) return skip(node.missing);
    for (const name of ["driver", "locks", "read-only", "store"]) {
      const run = await runUnder(node.path, `test/agents/stores/sqlite/${name}.test.ts`);
      // Whole, so that a failure over there can be read here.
      expect(run.ok ? "passed" : run.output).toBe("passed");
      expect(run.output).toMatch(/Tests +\d+ passed/);
    }
  });
});
