/** What the contract suite asks of whoever runs it: empty stores, and more than one handle on each. */

import type { RunStore } from "../../../../src/agents/run-store.ts";

/** One kind of store. */
export interface Subject {
  /** An empty store: whoever opens it again gets another handle on the same rows, as another process would. */
  fresh(): Promise<Opener>;
  /** Removes everything. */
  end(): Promise<void>;
}

export type Opener = () => Promise<RunStore>;
