/** A silent session's relay, looked up where nobody told: what is blamed is what the project's settings show. */

import { describe, expect, test } from "vitest";
import { decideStoppedSession, relayFindings } from "../../../src/agents/index.ts";
import type { RelayFindings, StoppedSessionInput } from "../../../src/agents/index.ts";
import { selfFor } from "../../../src/agents/hooks/self.ts";
import { run } from "../../support/command-line.ts";
import { Folder } from "../../support/folder.ts";

const SILENT: StoppedSessionInput = { status: "timeout", stopSeen: false, sessionId: null };

/** A project whose settings are these, with a home of its own. */
function projectWith(
  settings: unknown,
  memory?: object,
): { readonly project: string; readonly env: { HOME: string } } {
  const folder = new Folder();
  const text = typeof settings === "string" ? settings : JSON.stringify(settings);
  folder.write("project/.claude/settings.json", text);
  if (memory !== undefined) folder.write("home/.claude.json", JSON.stringify(memory));
  return { project: folder.at("project"), env: { HOME: folder.at("home") } };
}

function hooksFor(command: string, ...events: readonly string[]): object {
  const group = [{ hooks: [{ type: "command", command }] }];
  return { hooks: Object.fromEntries(events.map((event) => [event, group])) };
}

const { node, script, version } = selfFor({});
const OWN = `${node} ${script} hook relay Stop`;

async function blamed(settings: unknown, over: Partial<StoppedSessionInput> = {}): Promise<string | null> {
  const { project, env } = projectWith(settings);
  const { run: action } = await decideStoppedSession({ ...SILENT, project, ...over }, { env });
  return action.action === "pause" ? action.blame : null;
}

describe("what is blamed", () => {
  test.each<[string, unknown, string]>([
    ["no relay", {}, "relay-not-registered"],
    ["hooks for others alone", hooksFor("x", "PreToolUse"), "relay-not-registered"],
    ["settings that are no JSON", "{", "settings-rejected"],
    ["hooks switched off", { ...hooksFor(OWN, "Stop"), disableAllHooks: true }, "settings-rejected"],
    ["a relay that is gone", hooksFor("/none/lastword hook relay Stop", "Stop"), "relay-missing"],
    [
      "a script that is gone",
      hooksFor(`${node} /none/lastword/dist/cli.js hook relay Stop`, "Stop"),
      "relay-missing",
    ],
    ["a relay that is there", hooksFor(OWN, "Stop"), "registered-but-silent"],
    [
      "bmad-loop's, and it is gone",
      hooksFor(`${node} "$CLAUDE_PROJECT_DIR"/.bmad-loop/bmad_loop_hook.py Stop`, "Stop"),
      "relay-missing",
    ],
    ["a command that may be a relay", hooksFor("./mine.sh", "Stop"), "unknown"],
  ])("%s", async (_, settings, expected) => {
    expect(await blamed(settings)).toBe(`event-channel:${expected}`);
  });

  test("what was told goes before what is looked up", async () => {
    expect(await blamed({}, { relay: { settingsHasRelay: true } })).toBe(
      "event-channel:registered-but-silent",
    );
  });

  test("nothing is looked up for another program, or in a folder that is not there", async () => {
    expect(await blamed({}, { profile: { name: "codex" } })).toBe("event-channel:unknown");
    expect(await blamed({}, { project: "/none/at/all" })).toBe("event-channel:unknown");
    expect(await blamed({}, { profile: { hookless: true } })).toBeNull();
  });
});

describe("SessionEnd without Stop", () => {
  test.each<[string, unknown, string]>([
    [
      "is an interrupt where the entry for Stop is good",
      hooksFor(OWN, "SessionStart", "Stop"),
      "interrupted",
    ],
    [
      "is a broken entry where there is none that works",
      {
        hooks: {
          ...(hooksFor(OWN, "SessionEnd") as { hooks: object }).hooks,
          Stop: [{ hooks: [{ type: "command" }] }],
        },
      },
      "stop-entry-invalid",
    ],
  ])("%s", async (_, settings, blame) => {
    const { project, env } = projectWith(settings);
    const folder = new Folder();
    const log = folder.write(
      "log.jsonl",
      '{"hook_event_name":"SessionStart"}\n{"hook_event_name":"SessionEnd"}\n',
    );
    expect(
      await decideStoppedSession({ status: "crashed", events: { log }, project }, { env }),
    ).toMatchObject({
      blame,
    });
  });
});

describe("findings", () => {
  const found = (settings: unknown, memory?: object): RelayFindings => {
    const { project, env } = projectWith(settings, memory);
    return relayFindings(project, env);
  };

  test("of all that is well", () => {
    const { project, env } = projectWith(hooksFor(OWN, "Stop"));
    expect(relayFindings(project, env)).toEqual({
      settingsHasRelay: true,
      settingsAccepted: true,
      stopEntryValid: true,
      relayPresent: true,
      relayReadable: true,
      relayCurrent: true,
    });
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("of a relay of another version", () => {
    const folder = new Folder();
    folder.write("lastword/package.json", '{"name":"lastword","version":"0.0.0"}');
    const old = folder.write("lastword/dist/cli.js", "");
    expect(found(hooksFor(`${node} ${old} hook relay Stop`, "Stop"))).toMatchObject({ relayCurrent: false });
  });

  test("of a broken file beside a good one", () => {
    const { project, env } = projectWith("{");
    const folder = new Folder();
    folder.write(".claude/settings.json", JSON.stringify(hooksFor(OWN, "Stop")));
    expect(relayFindings(project, { HOME: folder.path })).toMatchObject({ settingsAccepted: true });
    expect(relayFindings(project, env)).toMatchObject({ settingsAccepted: false, settingsHasRelay: false });
  });

  test("of trust, for the folder or one above it", () => {
    const { project, env } = projectWith({});
    const folder = new Folder();
    const trust = (path: string, accepted: boolean) => {
      folder.write(
        ".claude.json",
        JSON.stringify({ projects: { [path]: { hasTrustDialogAccepted: accepted } } }),
      );
      return relayFindings(project, { HOME: folder.path }).workspaceTrusted;
    };
    expect(relayFindings(project, env)).not.toHaveProperty("workspaceTrusted");
    expect(trust(project, true)).toBe(true);
    expect(trust(project.replace(/\/project$/, ""), true)).toBe(true);
    expect(trust(project, false)).toBe(false);
    expect(trust(`${project}/below`, true)).toBe(false);
  });
});

test("lastword judge --project looks it up", async () => {
  const { project, env } = projectWith({});
  const args = ["judge", "--status", "timeout", "--no-stop-seen", "--no-session-id", "--project", project];
  const { out } = await run(args, { env });
  expect(JSON.parse(out)).toMatchObject({
    run: { blame: "event-channel:relay-not-registered" },
    evidence: { relay: { settingsHasRelay: false, settingsAccepted: true } },
    next: `lastword hook install claude-code --project ${project}`,
  });
});
