/** The registered command: what is written is understood again, whatever is in the paths, and nothing else is. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  readRelayCommand,
  relayCommand,
  relayHook,
  runsApart,
} from "../../../src/agents/hooks/relay-command.ts";
import { RELAY_EVENTS } from "../../../src/agents/hooks/relay-events.ts";

test("what is written for any paths is read again", () => {
  const segment = fc.string({ minLength: 1 }).map((text) => text.replaceAll(/[/\0\n\r]/g, "_"));
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(path, path, fc.constantFrom(...RELAY_EVENTS), (node, folder, event) => {
      const script = `${folder}/lastword/dist/cli.js`;
      expect(readRelayCommand(relayCommand({ kind: "files", node, script }, event), "/p")).toEqual({
        of: "lastword",
        words: [node, script],
        event,
      });
    }),
  );
});

test("the dependency's is read with the project's folder in it, whatever that holds", () => {
  for (const project of ["/p", "/my project", "/a$b/$(x)", "/it's"]) {
    expect(readRelayCommand(relayCommand({ kind: "dependency" }, "Stop"), project)).toEqual({
      of: "lastword",
      words: [`${project}/node_modules/.bin/lastword`],
      event: "Stop",
    });
  }
});

describe("what the host does not wait for", () => {
  test("StopFailure's work goes on behind the shell, and is known all the same", () => {
    const command = relayCommand({ kind: "dependency" }, "StopFailure");
    expect(runsApart(command)).toBe(true);
    expect(readRelayCommand(command, "/p")).toMatchObject({ of: "lastword", event: "StopFailure" });
    expect(runsApart(relayCommand({ kind: "dependency" }, "Stop"))).toBe(false);
  });

  test("SessionEnd asks for more time than it would get", () => {
    expect(relayHook({ kind: "dependency" }, "SessionEnd")).toMatchObject({ timeout: 30 });
    expect(relayHook({ kind: "dependency" }, "Stop")).not.toHaveProperty("timeout");
  });
});

test("this program is ours under any name", () => {
  const command = "/bin/node /anything/at/all.js hook relay Stop";
  expect(readRelayCommand(command, "/p")).toBeUndefined();
  expect(readRelayCommand(command, "/p", "/anything/at/all.js")).toMatchObject({ of: "lastword" });
});

test.each([
  [
    'python3 "$CLAUDE_PROJECT_DIR"/.bmad-loop/bmad_loop_hook.py Stop',
    ["python3", "/p/.bmad-loop/bmad_loop_hook.py"],
  ],
  ["/usr/bin/bmad-loop relay Stop", ["/usr/bin/bmad-loop"]],
])("bmad-loop's relay is known: %s", (command, words) => {
  expect(readRelayCommand(command, "/p")).toEqual({ of: "bmad-loop", words, event: "Stop" });
});

test.each([
  "",
  "hook relay Stop",
  "lastword hook relay",
  "lastword relay Stop",
  "lastword hook relay Stop; rm -rf x",
  "lastword hook relay $(x)",
  'lastword hook relay "`x`"',
  "lastword hook relay Stop > out",
  "{ lastword hook relay Stop & }",
  '"$HOME"/lastword hook relay Stop',
  "notlastword hook relay Stop",
  "'unclosed lastword hook relay Stop",
])("nobody's: %s", (command) => {
  expect(readRelayCommand(command, "/p")).toBeUndefined();
});
