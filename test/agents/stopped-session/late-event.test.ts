/** A StopFailure that arrives behind SessionEnd: its relay runs on when the program is gone, and the judge waits for it. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { decideStoppedSession } from "../../../src/agents/index.ts";
import { relayEvent } from "../../../src/agents/hooks/relay.ts";
import { Folder } from "../../support/folder.ts";

const NOW = Date.UTC(2026, 10, 1, 12);

function send(folder: Folder, event: string, at: number): void {
  const env = { LASTWORD_EVENTS_DIR: folder.at("events") };
  const payload = '{"session_id":"s1","error":"server_error"}';
  relayEvent({ event, payload, env, ns: BigInt(at) * 1_000_000n, version: "0.0.1" });
}

function ended(): Folder {
  const folder = new Folder();
  send(folder, "SessionStart", NOW - 60_000);
  send(folder, "SessionEnd", NOW);
  return folder;
}

function decide(folder: Folder, now: number) {
  return decideStoppedSession({ status: "crashed", events: { dir: folder.at("events") } }, { now });
}

describe("an end without any Stop", () => {
  test("is the provider's failure where the event comes a moment later", async () => {
    const folder = ended();
    const decision = decide(folder, NOW + 100);
    await sleep(150);
    send(folder, "StopFailure", NOW - 10);
    expect(await decision).toMatchObject({ route: "pause", charge: false, blame: "provider-failure" });
  });

  test("is what it is where nothing comes any more", async () => {
    expect(await decide(ended(), NOW + 2_800)).toMatchObject({ blame: "interrupted-or-stop-entry-invalid" });
    expect(await decide(ended(), NOW + 60_000)).toMatchObject({ blame: "interrupted-or-stop-entry-invalid" });
  });
});
