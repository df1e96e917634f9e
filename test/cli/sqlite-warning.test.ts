/** Of Node's warnings one is dropped, and no other. */

import process from "node:process";
import { expect, test, vi } from "vitest";
import { dropSqliteWarning } from "../../src/cli/sqlite-warning.ts";

test("the warning of Node's SQLite is dropped, and no other is", () => {
  const emitted = vi.spyOn(process, "emitWarning").mockReturnValue();
  dropSqliteWarning();
  process.emitWarning(
    "SQLite is an experimental feature and might change at any time",
    "ExperimentalWarning",
  );
  process.emitWarning("another", "ExperimentalWarning");
  process.emitWarning(new Error("SQLite is not an experimental feature"));
  expect(emitted.mock.calls).toEqual([
    ["another", "ExperimentalWarning"],
    [new Error("SQLite is not an experimental feature")],
  ]);
  vi.restoreAllMocks();
});
