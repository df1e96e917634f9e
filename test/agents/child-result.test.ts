/**
 * The names that an OpenClaw maintainer knows: the strict readings, which may settle a run, and the display, which
 * must not. On the same messages, so that neither leaks into the other.
 */

import { describe, expect, test } from "vitest";
import {
  loadSubagentHistoryMessages,
  readSubagentOutput,
  readTerminalChildResult,
  resolveTerminalChildResultText,
} from "../../src/agents/index.ts";
import { judgeMessages } from "../../src/transcripts/index.ts";
import {
  START,
  assistant,
  call,
  entries,
  marker,
  message,
  result,
  user,
  yields,
} from "../support/openclaw-records.ts";
import type { Body } from "../support/openclaw-records.ts";

const asked = user("Count the failing tests.");
const host = { provider: "openclaw", model: "gateway-injected" };

/** What the strict reading makes of the records, as a store would hand them out. */
function strict(...records: readonly Body[]): string | null {
  return resolveTerminalChildResultText(stored(records));
}

function reasonOf(...records: readonly Body[]): string {
  return judgeMessages(stored(records)).reason;
}

function stored(records: readonly Body[]): readonly unknown[] {
  return entries(...records).map((line): unknown => JSON.parse(line));
}

describe("the predicate takes a terminal result", () => {
  test.each<[string, readonly Body[], string]>([
    ["an answer", [asked, assistant("Three.")], "Three."],
    [
      "an answer behind tool work",
      [asked, assistant("Let me see.", { calls: [call("c1")] }), result("c1"), assistant("Three.")],
      "Three.",
    ],
    ["an answer with space around it", [asked, assistant("\n  Three. \n")], "Three."],
    ["an answer in tags", [asked, assistant("<think>Hm.</think><final>Three.</final>")], "Three."],
    [
      "a word of silence inside a sentence",
      [asked, assistant("I said NO_REPLY to it.")],
      "I said NO_REPLY to it.",
    ],
    [
      "an answer to what woke it from a yield",
      [asked, ...yields("I wait."), user("They are done."), assistant("Three.")],
      "Three.",
    ],
    ["new text behind a yield", [asked, ...yields("I wait."), assistant("Three.")], "Three."],
  ])("%s", (_name, records, text) => {
    expect(strict(...records)).toBe(text);
  });

  test("bare messages, as well as a transcript's records", () => {
    const bare = [
      { role: "user", content: "Count." },
      { role: "assistant", content: [{ type: "text", text: "Three." }], stopReason: "stop" },
    ];
    expect(resolveTerminalChildResultText(bare)).toBe("Three.");
  });
});

describe("the predicate refuses", () => {
  test.each<[string, readonly Body[], string]>([
    ["nothing", [], "empty-history"],
    ["an input alone", [asked], "empty-current-run"],
    ["tools alone", [asked, assistant("", { calls: [call("c1")] }), result("c1")], "tool-only-turn"],
    ["an open call without text", [asked, assistant("", { calls: [call("c1")] })], "tool-only-turn"],
    ["text before a call", [asked, assistant("Let me verify.", { calls: [call("c1")] })], "tool-use-turn"],
    [
      "text before a call that stopped like an answer",
      [asked, assistant("Let me verify.", { calls: [call("c1")], stop: "stop" })],
      "tool-use-turn",
    ],
    [
      "a trailing call without text, behind an answered one with text",
      [
        asked,
        assistant("Let me see.", { calls: [call("c1")] }),
        result("c1"),
        assistant("", { calls: [call("c2")] }),
      ],
      "tool-only-turn",
    ],
    [
      "a trailing result",
      [asked, assistant("Let me see.", { calls: [call("c1")] }), result("c1")],
      "trailing-tool-result",
    ],
    ["a yield", [asked, ...yields("Two helpers are on it.")], "yield-wait"],
    ["a yield by its marker", [asked, assistant("Two helpers are on it."), marker()], "yield-wait"],
    [
      "the host's copy of the words before a yield",
      [asked, ...yields("I wait."), assistant("I wait.", { api: "cli" })],
      "yield-wait",
    ],
    [
      "the same words again behind a yield",
      [asked, ...yields("I wait."), assistant("I wait.")],
      "yield-wait",
    ],
    ["NO_REPLY", [asked, assistant("NO_REPLY")], "silent-reply"],
    ["no_reply, twice, with a full stop", [asked, assistant(" no_reply NO_REPLY. ")], "silent-reply"],
    ["NO_REPLY as JSON", [asked, assistant('{"action":"NO_REPLY"}')], "silent-reply"],
    ["ANNOUNCE_SKIP", [asked, assistant("ANNOUNCE_SKIP")], "silent-reply"],
    ["REPLY_SKIP", [asked, assistant("REPLY_SKIP")], "silent-reply"],
    ["HEARTBEAT_OK", [asked, assistant("HEARTBEAT_OK")], "silent-reply"],
    ["white space", [asked, assistant(" \n\t ")], "no-visible-text"],
    ["no content", [asked, assistant("")], "no-visible-text"],
    ["thought alone", [asked, assistant("<think>Three.</think>")], "no-visible-text"],
    ["the host's words", [asked, assistant("Gateway restarted.", { body: host })], "not-model-authored"],
    ["an error", [asked, assistant("Thr", { stop: "error" })], "stopped-error"],
    ["an abort", [asked, assistant("Thr", { stop: "aborted" })], "stopped-aborted"],
    ["a cut", [asked, assistant("Thr", { stop: "length" })], "stopped-length"],
    ["a stop of the future", [asked, assistant("Three.", { stop: "resting" })], "stop-not-final"],
    ["a stop that was not recorded", [asked, assistant("Three.", { stop: null })], "stop-not-recorded"],
    ["an answer to an earlier input", [asked, assistant("Three."), user("And now?")], "unanswered-input"],
  ])("%s", (_name, records, reason) => {
    expect(strict(...records)).toBeNull();
    expect(reasonOf(...records)).toBe(reason);
  });

  test("what is no message at all", () => {
    expect(resolveTerminalChildResultText([null, 3, "Three.", [], undefined])).toBeNull();
  });

  test("an answer of an earlier run", () => {
    const records = stored([asked, assistant("Three.")]);
    expect(resolveTerminalChildResultText(records, { since: START })).toBe("Three.");
    expect(resolveTerminalChildResultText(records, { since: START + 60_000 })).toBeNull();
  });
});

describe("a child session", () => {
  const loaded = (...records: readonly Body[]) => ({ loadMessages: () => stored(records) });

  test("its messages: what is no object is left out, the order is kept", async () => {
    const keys: string[] = [];
    const messages = await loadSubagentHistoryMessages("agent:main:subagent:c1", {
      loadMessages: async (key) => {
        keys.push(key);
        return [null, { role: "user" }, "text", { role: "assistant" }, []];
      },
    });
    expect(keys).toEqual(["agent:main:subagent:c1"]);
    expect(messages).toEqual([{ role: "user" }, { role: "assistant" }]);
  });

  test("its strict result, with the verdict", async () => {
    expect(await readTerminalChildResult("c1", loaded(asked, assistant("Three.")))).toMatchObject({
      text: "Three.",
      verdict: { kind: "terminal", reason: "final-answer" },
    });
    expect(await readTerminalChildResult("c1", loaded(asked, ...yields("I wait.")))).toMatchObject({
      text: null,
      verdict: { kind: "parked", salvage: { text: "I wait." } },
    });
  });

  test("its strict result knows the run's start", async () => {
    const options = { ...loaded(asked, assistant("Three.")), since: START + 60_000, skewMs: 0 };
    expect(await readTerminalChildResult("c1", options)).toMatchObject({ text: null });
  });

  test("a store that fails is the caller's to handle", async () => {
    const loadMessages = () => Promise.reject(new Error("database is locked"));
    await expect(readTerminalChildResult("c1", { loadMessages })).rejects.toThrow("database is locked");
    await expect(readSubagentOutput("c1", { loadMessages })).rejects.toThrow("database is locked");
  });
});

describe("on the same messages strictness does not leak into display, nor display into settlement", () => {
  test.each<[string, readonly Body[], string | null, string | undefined]>([
    ["an answer", [asked, assistant("Three.")], "Three.", "Three."],
    [
      "text before a call",
      [asked, assistant("Let me verify.", { calls: [call("c1")] })],
      null,
      "Let me verify.",
    ],
    [
      "a trailing result",
      [asked, assistant("Let me see.", { calls: [call("c1")] }), result("c1")],
      null,
      "Let me see.",
    ],
    ["a yield", [asked, ...yields("I wait.")], null, undefined],
    ["text, and a yield behind it", [asked, assistant("One done."), ...yields()], null, undefined],
    [
      "a tool call behind a yield, and nothing else",
      [asked, ...yields("I wait."), user("They are done."), assistant("", { calls: [call("c1")] })],
      null,
      "1 tool call(s) made without visible output.",
    ],
    [
      "the host's copy of the words before a yield",
      [asked, ...yields("I wait."), assistant("I wait.", { api: "cli" })],
      null,
      "I wait.",
    ],
    ["new text behind a yield", [asked, ...yields("I wait."), assistant("Three.")], "Three.", "Three."],
    ["a word of silence", [asked, assistant("NO_REPLY")], null, "NO_REPLY"],
    ["a cut", [asked, assistant("Thr", { stop: "length" })], null, "Thr"],
    ["an error", [asked, assistant("Thr", { stop: "error" })], null, "Thr"],
    ["the host's words", [asked, assistant("Restarted.", { body: host })], null, "Restarted."],
    ["an unanswered input", [asked, assistant("Three."), user("And now?")], null, "Three."],
    [
      "tools alone",
      [
        asked,
        assistant("", { calls: [call("c1"), call("c2")] }),
        result("c1"),
        result("c2"),
        assistant("", { calls: [call("c3")] }),
      ],
      null,
      "3 tool call(s) made without visible output.",
    ],
    [
      "calls beside the content",
      [asked, message({ role: "assistant", content: "", tool_calls: [{ id: "c1" }], stopReason: "stop" })],
      null,
      "1 tool call(s) made without visible output.",
    ],
    ["an input alone", [asked], null, undefined],
    ["nothing", [], null, undefined],
  ])("%s", async (_name, records, settles, shows) => {
    const options = { loadMessages: () => stored(records) };
    expect((await readTerminalChildResult("c1", options)).text).toBe(settles);
    expect(resolveTerminalChildResultText(stored(records))).toBe(settles);
    expect(await readSubagentOutput("c1", options)).toBe(shows);
  });
});
