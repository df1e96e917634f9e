/** The run guard: one pause, one message, and the right thing to blame, with the command that repairs it. */

import { describe, expect, test } from "vitest";
import { RunGuard, channelOf, faultOf, guardRun } from "../../../src/agents/index.ts";
import type { ArtifactEvidence, ChannelEvidence, RelayFindings } from "../../../src/agents/index.ts";

const NOTHING = { events: [], malformed: [], troubles: [] };
const SILENT = channelOf(NOTHING, {});
const VALID: ArtifactEvidence = {
  path: "result.json",
  state: "valid",
  required: true,
  schema: null,
  validated: false,
  ofThisAttempt: true,
};

function heard(...names: readonly string[]): ChannelEvidence {
  return channelOf({ ...NOTHING, events: names.map((name) => ({ name })) }, {});
}

describe("what silence is blamed on", () => {
  const good: RelayFindings = {
    settingsHasRelay: true,
    settingsAccepted: true,
    relayPresent: true,
    relayReadable: true,
    relayCurrent: true,
    workspaceTrusted: true,
  };
  test.each<[string, RelayFindings, boolean, string]>([
    ["settings-rejected", { ...good, settingsAccepted: false }, false, "lastword doctor --project /p"],
    [
      "relay-not-registered",
      { settingsHasRelay: false },
      false,
      "lastword hook install claude-code --project /p",
    ],
    [
      "relay-missing",
      { ...good, relayPresent: false },
      false,
      "lastword hook install claude-code --project /p",
    ],
    [
      "relay-unreadable",
      { ...good, relayReadable: false },
      false,
      "lastword hook install claude-code --project /p",
    ],
    [
      "relay-stale",
      { ...good, relayCurrent: false },
      false,
      "lastword hook install claude-code --project /p",
    ],
    ["workspace-untrusted", { ...good, workspaceTrusted: false }, true, "cd /p && claude"],
    ["lost", good, true, "lastword doctor --project /p"],
    ["registered-but-silent", good, false, "lastword doctor --project /p"],
    ["unknown", {}, false, "lastword doctor --project /p"],
  ])("%s", (blame, relay, heardBefore, repair) => {
    expect(faultOf(relay, heardBefore, "/p")).toMatchObject({ blame: `event-channel:${blame}`, repair });
  });

  test("a project's path is quoted for the shell", () => {
    expect(faultOf({}, false, "/a b/it's").repair).toBe(String.raw`lastword doctor --project '/a b/it'\''s'`);
  });
});

describe("when the run is paused", () => {
  test("a silent session pauses it, and says so of a valid result beside it", () => {
    expect(guardRun({ channel: SILENT })).toMatchObject({ action: "pause", announce: true });
    expect(guardRun({ channel: SILENT, artifact: VALID })).toMatchObject({
      message: expect.stringContaining("result artifact present and valid"),
    });
  });

  test("a session that spoke, a malformed file, no hooks, or nothing known does not", () => {
    const malformed = { ...SILENT, state: "malformed" } as const;
    for (const channel of [heard("SessionStart"), malformed, channelOf(NOTHING, { hookless: true })]) {
      expect(guardRun({ channel })).toEqual({ action: "continue" });
    }
    expect(guardRun({})).toEqual({ action: "continue" });
  });

  test("a transport fault is another pause, and a result proves that there was none", () => {
    expect(guardRun({ channel: SILENT, envFault: "no route" })).toMatchObject({ blame: "transport-fault" });
    expect(guardRun({ channel: heard("Stop"), envFault: "no route", artifact: VALID })).toEqual({
      action: "continue",
    });
  });

  test("StopFailure is the provider's", () => {
    expect(guardRun({ channel: heard("SessionStart", "StopFailure", "SessionEnd") })).toMatchObject({
      blame: "provider-failure",
    });
    // A turn that began again took the failure back.
    expect(guardRun({ channel: heard("StopFailure", "SessionStart", "Stop") })).toEqual({
      action: "continue",
    });
  });

  test("SessionEnd without Stop pauses only where the settings show why", () => {
    const channel = heard("SessionStart", "SessionEnd");
    expect(guardRun({ channel })).toEqual({ action: "continue" });
    expect(guardRun({ channel, relay: { stopEntryValid: false } })).toMatchObject({
      blame: "stop-entry-invalid",
    });
  });
});

describe("a guard of one run", () => {
  test("however many sessions end silent, one message", () => {
    const guard = new RunGuard();
    const actions = Array.from({ length: 5 }, () => guard.observe({ channel: SILENT }));
    expect(actions.filter((one) => one.action === "pause")).toHaveLength(5);
    expect(actions.filter((one) => one.action === "pause" && one.announce)).toHaveLength(1);
  });

  test("a pause stands until it is resumed, whatever else ends meanwhile", () => {
    const guard = new RunGuard();
    guard.observe({ channel: SILENT });
    expect(guard.observe({ channel: heard("Stop") })).toMatchObject({ action: "pause", announce: false });
    guard.resume();
    expect(guard.observe({ channel: heard("Stop") })).toEqual({ action: "continue" });
  });

  test("a channel that spoke and is silent now is lost, not unregistered", () => {
    const guard = new RunGuard();
    guard.observe({ channel: heard("SessionStart", "Stop") });
    expect(guard.observe({ channel: SILENT })).toMatchObject({ blame: "event-channel:lost", announce: true });
  });
});
