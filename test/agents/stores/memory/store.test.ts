/** The store in memory. */

import { memoryStore } from "../../../../src/agents/stores/memory/store.ts";
import { contract } from "../contract.ts";

contract("in memory", 200, async () => ({
  fresh: async () => {
    const store = memoryStore();
    return async () => store;
  },
  end: async () => undefined,
}));
