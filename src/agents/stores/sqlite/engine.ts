/** Runs the statements of a store on SQLite: all steps of a transaction in one go, without letting go of the thread. */

import type { SqlEngine } from "../sql/statement.ts";
import type { SqliteDriver } from "./driver.ts";

/** The engine over an open database. */
export function sqliteEngine(driver: SqliteDriver): SqlEngine {
  return {
    // Async, so that a failure is a rejection and never a throw.
    one: async ({ text, params }) => Promise.resolve(driver.all(text, params)),
    all: async (steps) =>
      Promise.resolve(
        driver.transaction(() => {
          const work = steps();
          let step = work.next();
          while (step.done !== true) step = work.next(driver.all(step.value.text, step.value.params));
          return step.value;
        }),
      ),
    close: async () => {
      await Promise.resolve();
      driver.close();
    },
  };
}
