/**
 * The contract of a store of runs, which every store runs: what it does alone is the same as what the others do.
 */

import { afterAll, beforeAll, describe } from "vitest";
import { hostSideContract } from "./contract/host-side.ts";
import { lawsContract } from "./contract/laws.ts";
import { outboxContract } from "./contract/outbox.ts";
import type { Subject } from "./contract/subject.ts";
import { sweeperSideContract } from "./contract/sweeper-side.ts";

/**
 * Runs the whole contract on one kind of store.
 *
 * @param sequences how many random sequences of steps the laws are tried on
 */
export function contract(name: string, sequences: number, start: () => Promise<Subject>): void {
  describe(name, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await start();
    });
    afterAll(async () => subject.end());
    const fresh = async () => subject.fresh();
    hostSideContract(fresh);
    sweeperSideContract(fresh);
    outboxContract(fresh);
    lawsContract(fresh, sequences);
  });
}
