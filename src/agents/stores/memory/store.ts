/** The store in memory: for tests, for trying things out, and for a host whose runs end with it. */

import type { RunStore } from "../../run-store.ts";
import { hostSide } from "./host-side.ts";
import { outbox } from "./outbox.ts";
import { sweeperSide } from "./sweeper-side.ts";
import { Tables } from "./tables.ts";

/** An empty store that lives as long as its process. It does what the others do, and forgets. */
export function memoryStore(): RunStore {
  const tables = new Tables();
  return {
    ...hostSide(tables),
    ...sweeperSide(tables),
    ...outbox(tables),
    close: async () => {
      await Promise.resolve();
      tables.close();
    },
  };
}
