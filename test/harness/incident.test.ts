/** The incident of a relay that was never registered: what the loop made of it, and what it is to be. */

import { expect, test } from "vitest";
import { replayIncident } from "../../harness/proof/incident.ts";
import { Folder } from "../support/folder.ts";

test("before: two timeouts burnt, and the output blamed; after: the first result used, and the channel blamed", async () => {
  const { before, after, holds } = await replayIncident(new Folder().path);
  expect(holds).toBe(true);
  expect(before).toMatchObject({ attemptsCharged: 2, resultUsed: false, burntMs: 90 * 60_000 });
  expect(before.blamed).toContain("failed validation");
  expect(after).toEqual({
    sessions: ["complete, no attempt charged"],
    attemptsCharged: 0,
    resultUsed: true,
    blamed: "event-channel:relay-not-registered",
    repair: "lastword hook install claude-code",
    burntMs: 45 * 60_000,
  });
});
