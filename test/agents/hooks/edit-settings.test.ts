/** Our entries in settings: put in without moving a byte of anything else, once, and taken out without a trace. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withRelay, withoutRelay } from "../../../src/agents/hooks/edit-settings.ts";
import { hookEntries } from "../../../src/agents/hooks/hook-entries.ts";
import { relayCommand } from "../../../src/agents/hooks/relay-command.ts";
import type { RelayProgram } from "../../../src/agents/hooks/relay-command.ts";
import { RELAY_EVENTS } from "../../../src/agents/hooks/relay-events.ts";
import type { JsonObject } from "../../../src/transcripts/index.ts";

const CONTEXT = { project: "/p" };
const PROGRAM: RelayProgram = { kind: "files", node: "/bin/node", script: "/lib/lastword/dist/cli.js" };
const OLD: RelayProgram = { kind: "files", node: "/old/node", script: "/old/lastword/dist/cli.js" };

function installed(text: string, program = PROGRAM): string {
  const edited = withRelay(text, program, CONTEXT);
  if (edited.kind === "refused") throw new Error(edited.detail);
  return edited.text;
}

function removed(text: string): string {
  const edited = withoutRelay(text, CONTEXT);
  if (edited.kind === "refused") throw new Error(edited.detail);
  return edited.text;
}

/** The commands of ours, by event. */
function commandsIn(text: string): Record<string, readonly string[]> {
  const { ours } = hookEntries(JSON.parse(text) as JsonObject, CONTEXT);
  return Object.fromEntries(
    RELAY_EVENTS.map((event) => [
      event,
      ours.filter((entry) => entry.event === event).map(({ command }) => command),
    ]),
  );
}

const WANTED = Object.fromEntries(RELAY_EVENTS.map((event) => [event, [relayCommand(PROGRAM, event)]]));
const FOREIGN = '{ "hooks": [{ "type": "command", "command": "./mine.sh", "timeout": 5 }] }';

const TEXTS: readonly (readonly [string, string])[] = [
  ["an empty object", "{}\n"],
  ["two blanks", '{\n  "model": "opus",\n  "env": { "A": "1" }\n}\n'],
  ["tabs", '{\n\t"model": "opus",\n\t"list": [1,\n 2]\n}\n'],
  ["four blanks and CRLF", '{\r\n    "hooks": {\r\n        "PreToolUse": []\r\n    }\r\n}\r\n'],
  ["one line", '{"a":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"z":2}'],
  ["one line with blanks", '{ "a": 1, "b": [1, 2] }'],
  ["somebody's own Stop", `{\n  "hooks": {\n    "Stop": [\n      ${FOREIGN}\n    ]\n  },\n  "z": 1\n}`],
  ["an own layout", `{ "hooks": { "Stop": [${FOREIGN},\n\n  ${FOREIGN}] }\n,  "z" : 1 }`],
  ["keys in no order, and what nobody knows", '{\n  "z": 1,\n  "$schema": "s",\n  "a": {"new": [null]}\n}\n'],
];

describe.each(TEXTS)("%s", (_, text) => {
  test("every event is registered once, and a second time changes nothing", () => {
    const once = installed(text);
    expect(commandsIn(once)).toEqual(WANTED);
    expect(installed(once)).toBe(once);
  });

  test("every line that was there is there, in its order", () => {
    const once = installed(text);
    let at = 0;
    for (const piece of text.split(/[\s,[\]{}]+/).filter((word) => word !== "")) {
      const found = once.indexOf(piece, at);
      expect(found).toBeGreaterThanOrEqual(at);
      at = found + piece.length;
    }
  });

  test("taken out again, not a byte is different", () => {
    expect(removed(installed(text))).toBe(text);
    expect(removed(text)).toBe(text);
  });
});

test("any settings survive: what is not ours is the same behind it, and removal restores the text", () => {
  const plain = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  const group = fc.record({ matcher: fc.constant("x"), hooks: fc.array(fc.jsonValue(), { maxLength: 2 }) });
  const events = fc.dictionary(
    fc.constantFrom(...RELAY_EVENTS, "PreToolUse", "Unknown"),
    fc.array(fc.oneof(fc.jsonValue(), group), { minLength: 1, maxLength: 3 }),
    { minKeys: 1 },
  );
  const settings = fc.oneof(plain, fc.record({ a: fc.jsonValue(), hooks: events, z: fc.jsonValue() }));
  const indent = fc.constantFrom<string | number | undefined>(undefined, 2, 4, "\t");
  fc.assert(
    fc.property(settings, indent, (value, space) => {
      fc.pre(!("hooks" in value) || (typeof value.hooks === "object" && !Array.isArray(value.hooks)));
      const text = JSON.stringify(value, undefined, space);
      fc.pre(!Object.hasOwn(value, "__proto__") && !text.includes("__proto__"));
      const once = installed(text);
      expect(commandsIn(once)).toEqual(WANTED);
      expect(installed(once)).toBe(once);
      if (value["hooks"] !== null) expect(removed(once)).toBe(text);
    }),
  );
});

describe("entries of ours that are not right are put right in their place", () => {
  test("a program that has moved; what else stands in the entry stays", () => {
    const old = installed("{}", OLD).replace(
      '"type": "command"',
      '"type": "command",\n            "timeout": 9',
    );
    const text = installed(old);
    expect(commandsIn(text)).toEqual(WANTED);
    expect(text.split("\n").length).toBe(old.split("\n").length);
    expect(text).toContain('"timeout": 9');
  });

  test("one too many, for another event, or for some occasions alone", () => {
    const hook = (event: string) => ({ type: "command", command: relayCommand(OLD, event) });
    const text = JSON.stringify({
      hooks: {
        Stop: [{ hooks: [hook("Stop"), hook("Stop"), { type: "command", command: "x" }] }],
        SessionEnd: [{ hooks: [hook("Stop")] }],
        SessionStart: [{ matcher: "startup", hooks: [hook("SessionStart")] }],
      },
    });
    const after = installed(text);
    expect(commandsIn(after)).toEqual(WANTED);
    expect(removed(after)).toBe(
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}],"SessionStart":[{"matcher":"startup","hooks":[]}]}}',
    );
  });

  test("null holds nothing, and gives way", () => {
    expect(commandsIn(installed('{"hooks":null}'))).toEqual(WANTED);
    expect(commandsIn(installed('{"hooks":{"Stop":null,"SessionEnd":[]}}'))).toEqual(WANTED);
  });
});

describe("what would lose something is refused", () => {
  test.each([
    ['{"hooks":[]}', "hooks is no object"],
    ['{"hooks":"x"}', "hooks is no object"],
    ['{"hooks":{"Stop":{"hooks":[]}}}', "hooks.Stop is no list"],
    ['{"hooks":{},"hooks":{}}', "hooks stands in it twice"],
    ['{"hooks":{"Stop":[],"Stop":[]}}', "hooks.Stop stands in it twice"],
  ])("%s", (text, detail) => {
    expect(withRelay(text, PROGRAM, CONTEXT)).toEqual({
      kind: "refused",
      detail: `${detail}; repair it by hand`,
    });
  });
});

test("removal takes out ours alone, whatever they look like", () => {
  const foreign = [
    { type: "command", command: "echo lastword hook relay" },
    { type: "command", command: "rm -rf x; lastword hook relay Stop" },
    { type: "command", command: "lastword hook relay Stop && other" },
    { type: "command", command: "/opt/other/dist/cli.js hook relay Stop" },
    { type: "prompt", prompt: "lastword hook relay Stop" },
    { type: "command" },
  ];
  const ours = [
    "lastword hook relay Stop",
    "npx lastword hook relay Stop",
    '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/lastword hook relay Stop',
    "'/a b/node' '/a b/lastword/dist/cli.js' hook relay Stop",
    '"C:\\\\x\\\\lastword.cmd" hook relay Stop',
  ].map((command) => ({ type: "command", command }));
  const mixed = JSON.stringify({ hooks: { Stop: [{ hooks: [...foreign, ...ours] }] } });
  expect(JSON.parse(removed(mixed))).toEqual({ hooks: { Stop: [{ hooks: foreign }] } });
});

test("nothing in it yet", () => {
  expect(commandsIn(installed(""))).toEqual(WANTED);
  expect(removed("")).toBe("");
});
