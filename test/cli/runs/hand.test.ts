/** `lastword runs retry` and `dismiss`: messages that did not arrive, by hand. */

import { expect, test } from "vitest";
import { cliStore, giveUp, objectsIn, settled } from "../../support/cli-store.ts";
import { run } from "../../support/command-line.ts";
import { NOW, aRun, recovered } from "../../support/registry-runs.ts";

test("a message that was given up is due again", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-1", recovered());
  await giveUp(store);
  expect(await run(["runs", "retry", "run-1", ...flags])).toEqual({
    code: 0,
    out: "run-1: due now, key run-1/1\n",
    err: "",
  });
  expect(await store.deliveriesOf("run-1")).toMatchObject([{ state: "pending", attempts: 0, dueAt: NOW }]);
});

test("all that were given up, and no others", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-1", recovered());
  await settled(store, "run-2", recovered());
  await giveUp(store);
  await settled(store, "run-3", recovered());
  expect((await run(["runs", "dismiss", "--dead", ...flags])).out).toBe(
    "run-1: dismissed, key run-1/1\nrun-2: dismissed, key run-2/1\n",
  );
  expect(await store.listDeliveries({ state: "dismissed", limit: 10 })).toHaveLength(2);
  expect(await store.deliveriesOf("run-3")).toMatchObject([{ state: "pending" }]);
});

test("nothing to retry is said", async () => {
  const { flags } = await cliStore();
  const { code, out, err } = await run(["runs", "retry", "--dead", ...flags]);
  expect({ code, out, err }).toEqual({ code: 0, out: "", err: "lastword: no message was given up\n" });
});

test("what cannot be retried is left, and told; the others are done", async () => {
  const { store, flags } = await cliStore();
  for (const runId of ["told", "out"]) await settled(store, runId, recovered());
  const due = { now: NOW, limit: 10, leaseMs: 60_000, holder: "test" };
  for (const message of await store.claimDeliveries(due)) {
    if (message.runId === "told") await store.delivered(message, NOW);
  }
  await settled(store, "waits", recovered());
  await store.add(aRun({ runId: "running" }));
  const runIds = ["told", "out", "running", "none", "waits"];
  expect(await run(["runs", "retry", ...runIds, ...flags])).toEqual({
    code: 1,
    out: `told: left as it is: told
out: left as it is: it is on its way at this moment
running: nobody is to be told anything of it
none: no such run; lastword runs list shows which there are
waits: due now, key waits/1
`,
    err: "",
  });
  const { out } = await run(["runs", "dismiss", "told", "none", "waits", "--json", ...flags]);
  expect(objectsIn(out)).toEqual([
    { runId: "told", kind: "refused", key: "told/1", state: "delivered" },
    { runId: "none", kind: "nothing" },
    { runId: "waits", kind: "done", key: "waits/1", state: "dismissed" },
  ]);
});

test.each([[[]], [["run-1", "--dead"]]])("neither nor both is no order: %j", async (args) => {
  const { flags } = await cliStore();
  const { code, out, err } = await run(["runs", "retry", ...args, ...flags]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^lastword: name runs, or --dead .*\nTry lastword runs retry --help\.\n$/);
});
