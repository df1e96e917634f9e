/** Messages in an outbox, for tests of what carries them on. */

import { keep } from "../../src/agents/kept-settlement.ts";
import type { Delivery } from "../../src/agents/outbox.ts";
import { deliveryKey } from "../../src/agents/outbox.ts";
import type { Settlement } from "../../src/agents/settlement.ts";
import { NOW, recovered } from "./registry-runs.ts";

/** The first word on a run that ended with an answer. */
export function aDelivery(
  changes: Partial<Omit<Delivery, "settlement">> = {},
  settlement: Settlement = recovered(),
): Delivery {
  const delivery = {
    runId: "run-1",
    generation: 1,
    revision: 0,
    correction: 0,
    requesterSessionKey: "agent:main:main",
    childSessionKey: "agent:main:subagent:1",
    state: "pending",
    attempts: 1,
    settledAt: NOW,
    ...changes,
  } as const;
  return { ...delivery, key: deliveryKey(delivery), settlement: keep(settlement) };
}
