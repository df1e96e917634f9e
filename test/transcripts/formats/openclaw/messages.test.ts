/** An assistant message: what it says, what it calls, how it stopped, who wrote it. formats.md, "OpenClaw and pi". */

import { describe, expect, test } from "vitest";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  assistant,
  call,
  custom,
  entries,
  header,
  message,
  result,
  user,
} from "../../../support/openclaw-records.ts";
import type { Body, Said } from "../../../support/openclaw-records.ts";

/** The verdict on a file whose last message is this one. */
function said(text: string, how: Said = {}): string {
  return verdictOf(entries(header, user("Count."), assistant(text, how)));
}

function content(...blocks: readonly Body[]): string {
  return said("", { body: { content: blocks } });
}

describe("how a message stopped", () => {
  test.each<[unknown, string]>([
    ["stop", "terminal final-answer: Done."],
    ["end_turn", "terminal final-answer: Done."],
    ["length", "unfinished stopped-length"],
    ["error", "unfinished stopped-error"],
    ["aborted", "unfinished stopped-aborted"],
    ["toolUse", "unfinished stop-not-final"],
    ["deferred", "unfinished stop-not-final"],
    ["pending", "unfinished stop-not-final"],
    ["a word of the future", "unfinished stop-not-final"],
    ["Stop", "unfinished stop-not-final"],
    ["constructor", "unfinished stop-not-final"],
    [7, "unfinished stop-not-final"],
    [null, "indeterminate stop-not-recorded"],
  ])("stopReason %j: %s", (stop, verdict) => {
    expect(said("Done.", { stop })).toBe(verdict);
  });

  test("no stopReason at all is not recorded, and may be accepted", () => {
    const lines = entries(header, user("Count."), assistant("Done.", { body: { stopReason: undefined } }));
    expect(judged(lines)).toMatchObject({ reason: "stop-not-recorded", salvage: { text: "Done." } });
    expect(judged(lines, { acceptUnrecordedStop: true })).toMatchObject({
      text: "Done.",
      unrecordedStop: true,
    });
  });

  test("a swallowed upstream error: empty content, stop, zero usage", () => {
    expect(said("", { body: { usage: { input: 0, output: 0, totalTokens: 0 } } })).toBe(
      "unfinished no-visible-text",
    );
  });

  test("an error with partial text keeps it as salvage", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("3 tests fa", { stop: "error", body: { errorMessage: "500" } }),
    );
    expect(judged(lines)).toMatchObject({
      reason: "stopped-error",
      salvage: { text: "3 tests fa" },
      at: { entryId: "e2" },
    });
  });
});

describe("what a message says", () => {
  test("content as a string", () => {
    expect(said("", { body: { content: "Done." } })).toBe("terminal final-answer: Done.");
  });

  test("text blocks are joined; thinking, images and unknown blocks are not text", () => {
    const verdict = content(
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "One." },
      { type: "image", data: "" },
      { type: "novelty", text: "no" },
      { type: "text", text: "Two." },
    );
    expect(verdict).toBe("terminal final-answer: One.\nTwo.");
  });

  test.each<[string, readonly Body[]]>([
    ["thinking alone", [{ type: "thinking", thinking: "Done." }]],
    ["white space", [{ type: "text", text: " \n " }]],
    ["a hidden thought", [{ type: "text", text: "<think>Done.</think>" }]],
    ["blocks that are none", [null as unknown as Body, "x" as unknown as Body, { text: 3, type: "text" }]],
  ])("%s is no visible text", (_, blocks) => {
    expect(content(...blocks)).toBe("unfinished no-visible-text");
  });

  test("content of a kind that nobody knows is no visible text", () => {
    expect(said("", { body: { content: { text: "Done." } } })).toBe("unfinished no-visible-text");
    expect(said("", { body: { content: null } })).toBe("unfinished no-visible-text");
  });

  test("a tag is no part of the text", () => {
    expect(said("<think>x</think><final>Done.</final>")).toBe("terminal final-answer: Done.");
  });

  test("a silent token is no answer, and no salvage", () => {
    const lines = entries(header, user("Count."), assistant("NO_REPLY"));
    expect(judged(lines)).toMatchObject({ reason: "silent-reply" });
    expect(judged(lines)).not.toHaveProperty("salvage");
    expect(said("<final>NO_REPLY</final>")).toBe("unfinished silent-reply");
    expect(said("Say NO_REPLY.")).toBe("terminal final-answer: Say NO_REPLY.");
  });

  test("a call written as text is no answer", () => {
    expect(said('<tool_call>{"name":"exec"}</tool_call>')).toBe("unfinished tool-call-as-text");
    expect(said("```\n<tool_call>\n```\nThat is the tag.")).toMatch(/^terminal/);
  });
});

describe("phases", () => {
  const phased = (text: string, phase: string): Body => ({
    type: "text",
    text,
    textSignature: JSON.stringify({ v: 1, phase }),
  });

  test("the final answer is the text of its phase", () => {
    expect(content(phased("Looking.", "commentary"), phased("Done.", "final_answer"))).toBe(
      "terminal final-answer: Done.",
    );
    expect(content(phased("Done.", "final_answer"), { type: "text", text: "aside" })).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("without one, the text without a phase", () => {
    expect(content(phased("Looking.", "commentary"), { type: "text", text: "Done." })).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("commentary alone is no answer, but salvage", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("", { body: { content: [phased("Looking.", "commentary")] } }),
    );
    expect(judged(lines)).toMatchObject({ reason: "commentary-only", salvage: { text: "Looking." } });
  });

  test("a phase that nobody knows is no answer's, beside whatever else", () => {
    expect(content(phased("Weighing it.", "analysis"))).toBe("unfinished commentary-only");
    expect(content(phased("Weighing it.", "analysis"), { type: "text", text: "Done." })).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("a signature that is an object says its phase, too", () => {
    const textSignature = { v: 1, phase: "commentary" };
    expect(content({ type: "text", text: "Looking.", textSignature })).toBe("unfinished commentary-only");
  });

  test("a signature that is no JSON, or has no phase, is none", () => {
    expect(content({ type: "text", text: "Done.", textSignature: "msg_1" })).toMatch(/^terminal/);
    expect(content({ type: "text", text: "Done.", textSignature: '{"v":1}' })).toMatch(/^terminal/);
    expect(content({ type: "text", text: "Done.", textSignature: '{"phase":' })).toMatch(/^terminal/);
  });
});

describe("calls", () => {
  test("stop beside a call: the content decides as well as the reason", () => {
    expect(said("Looking.", { calls: [call("c1")], stop: "stop" })).toBe("unfinished tool-use-turn");
    expect(said("", { calls: [call("c1")], stop: "stop" })).toBe("unfinished tool-only-turn");
  });

  test.each(["toolCall", "tool_use", "toolUse", "functionCall", "function_call"])(
    "a block of type %s calls",
    (type) => {
      expect(said("Looking.", { calls: [{ type, id: "c1", name: "exec" }], stop: "stop" })).toBe(
        "unfinished tool-use-turn",
      );
    },
  );

  test.each(["toolCalls", "tool_calls"])("a message's own %s call", (key) => {
    const body = { [key]: [{ id: "c1", type: "function", function: { name: "exec", arguments: "{}" } }] };
    expect(said("Looking.", { body })).toBe("unfinished tool-use-turn");
  });

  test("a call without an id can never be answered", () => {
    const calls = [{ type: "toolCall", name: "exec" }];
    expect(
      verdictOf(entries(header, user("Count."), assistant("", { calls }), result("c1"), assistant("Done."))),
    ).toBe("unfinished open-tool-call");
  });

  test("one missing result among several", () => {
    const start = [
      header,
      user("Count."),
      assistant("Both.", { calls: [call("c1"), call("c2")] }),
      result("c2"),
    ];
    expect(verdictOf(entries(...start))).toBe("unfinished open-tool-call");
    expect(verdictOf(entries(...start, assistant("Done.")))).toBe("unfinished open-tool-call");
    expect(verdictOf(entries(...start, result("c1"), assistant("Done.")))).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("all answered and a result last", () => {
    const with_ = (text: string): string =>
      verdictOf(entries(header, user("Count."), assistant(text, { calls: [call("c1")] }), result("c1")));
    expect(with_("Looking.")).toBe("unfinished trailing-tool-result");
    expect(with_("")).toBe("unfinished tool-only-turn");
  });

  test("text of an earlier message of the turn counts as the turn's", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("First.", { calls: [call("c1")] }),
      result("c1"),
      assistant("", { calls: [call("c2")] }),
      result("c2"),
    );
    expect(verdictOf(lines)).toBe("unfinished trailing-tool-result");
  });

  test("a failed tool is normal work", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("", { calls: [call("c1")] }),
      result("c1", "no", { isError: true }),
      assistant("Done."),
    );
    expect(verdictOf(lines)).toBe("terminal final-answer: Done.");
  });

  test("a result before its call answers it, and is the last word", () => {
    const lines = entries(
      header,
      user("Count."),
      result("c1"),
      assistant("Looking.", { calls: [call("c1")] }),
    );
    expect(verdictOf(lines)).toBe("unfinished trailing-tool-result");
  });

  test("a fresh input closes the books on an open call", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("", { calls: [call("c1")] }),
      user("Again."),
      assistant("Done."),
    );
    expect(verdictOf(lines)).toBe("terminal final-answer: Done.");
  });

  test("results of other writers name their call in tool_call_id", () => {
    const answer = message({ role: "tool", tool_call_id: "c1", content: "ok" });
    expect(
      verdictOf(
        entries(header, user("Count."), assistant("", { calls: [call("c1")] }), answer, assistant("Done.")),
      ),
    ).toBe("terminal final-answer: Done.");
  });
});

describe("who wrote it", () => {
  test.each<[string, Body]>([
    ["gateway-injected", { provider: "openclaw", model: "gateway-injected" }],
    ["an abort marker", { openclawAbort: { aborted: true } }],
    ["a transcript repair", { idempotencyKey: "transcript-repair:1" }],
  ])("%s is the host's, whatever it says and wherever it stands", (_, body) => {
    const host = assistant("Done.", { body });
    expect(verdictOf(entries(header, user("Count."), host))).toBe("unfinished not-model-authored");
    const lines = entries(header, user("Count."), assistant("Three."), host);
    expect(judged(lines)).toMatchObject({
      reason: "not-model-authored",
      salvage: { text: "Three." },
      at: { entryId: "e3" },
    });
  });

  test.each<[string, Body]>([
    ["delivery-mirror", { provider: "openclaw", model: "delivery-mirror" }],
    ["a mirror marker", { openclawDeliveryMirror: true }],
  ])("%s changes nothing behind an answer", (_, body) => {
    const mirror = assistant("Three.", { body });
    expect(verdictOf(entries(header, user("Count."), assistant("Three."), mirror))).toBe(
      "terminal final-answer: Three.",
    );
    expect(verdictOf(entries(header, user("Count."), assistant("Three.", { stop: null }), mirror))).toBe(
      "indeterminate stop-not-recorded",
    );
    expect(verdictOf(entries(header, user("Count."), mirror))).toBe("unfinished not-model-authored");
    expect(
      verdictOf(
        entries(header, user("Count."), assistant("", { calls: [call("c1")] }), result("c1"), mirror),
      ),
    ).toBe("unfinished not-model-authored");
    expect(verdictOf(entries(header, user("Count."), mirror, assistant("Done.")))).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("a provider of that name with a model of its own is a model; api cli alone proves nothing", () => {
    expect(said("Done.", { body: { provider: "openclaw", model: "m" } })).toBe(
      "terminal final-answer: Done.",
    );
    expect(said("Done.", { api: "cli" })).toBe("terminal final-answer: Done.");
    expect(said("Done.", { body: { idempotencyKey: "run-1" } })).toBe("terminal final-answer: Done.");
  });
});

describe("what opens a turn", () => {
  test("a message from another session, of whatever role", () => {
    const inter = message({
      role: "assistant",
      content: "Do it.",
      provenance: { kind: "inter_session" },
      stopReason: "stop",
    });
    expect(verdictOf(entries(header, user("Count."), assistant("Done."), inter))).toBe(
      "unfinished unanswered-input",
    );
  });

  test("a message of a role that nobody knows, or of none", () => {
    for (const body of [{ role: "novelty", content: "x" }, { content: "x" }, {}]) {
      expect(verdictOf(entries(header, user("Count."), assistant("Done."), message(body)))).toBe(
        "unfinished unanswered-input",
      );
    }
  });

  test("a custom_message that is not the host's context", () => {
    const note = (customType: string): Body => ({
      type: "custom_message",
      customType,
      content: "x",
      display: true,
    });
    expect(verdictOf(entries(header, user("Count."), assistant("Done."), note("other")))).toBe(
      "unfinished unanswered-input",
    );
    expect(
      verdictOf(entries(header, user("Count."), assistant("Done."), note("openclaw.runtime-context"))),
    ).toMatch(/^terminal/);
  });

  test("a reset closes the books", () => {
    expect(
      verdictOf(entries(header, user("Count."), assistant("Done."), { type: "reset", reason: "new" })),
    ).toBe("unfinished unanswered-input");
    const lines = entries(
      header,
      user("Count."),
      assistant("", { calls: [call("c1")] }),
      { type: "reset", reason: "new" },
      user("Go."),
      assistant("Done."),
    );
    expect(verdictOf(lines)).toBe("terminal final-answer: Done.");
  });

  test("an operator's shell and a system prompt open none", () => {
    const shell = message({ role: "bashExecution", command: "ls", output: "", exitCode: 0 });
    const system = message({ role: "system", content: "rules" });
    expect(verdictOf(entries(header, user("Count."), assistant("Done."), shell, system))).toBe(
      "terminal final-answer: Done.",
    );
  });
});

describe("what may follow an answer and changes nothing", () => {
  test.each<[string, Body]>([
    ["openclaw.cache-ttl", custom("openclaw.cache-ttl")],
    ["model-snapshot", custom("model-snapshot")],
    ["openclaw:bootstrap-context:full", custom("openclaw:bootstrap-context:full")],
    ["model_change", { type: "model_change", provider: "p", modelId: "m" }],
    ["thinking_level_change", { type: "thinking_level_change", thinkingLevel: "high" }],
    ["label", { type: "label", targetId: "e1", label: "l" }],
    ["session_info", { type: "session_info", name: "n" }],
    ["a compaction", { type: "compaction", summary: "s", firstKeptEntryId: "e1", tokensBefore: 9 }],
    ["context_edit", { type: "context_edit", targetId: "e1", replacement: "" }],
    ["branch_summary", { type: "branch_summary", fromId: "e1", summary: "" }],
  ])("%s", (_, record) => {
    expect(verdictOf(entries(header, user("Count."), assistant("Done."), record, record))).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("the host's context, torn: its type is whole, and no input is lost with the rest", () => {
    const answered = entries(header, user("Count."), assistant("Done.")).join("\n") + "\n";
    const context = answered + '{"type":"custom_message","customType":"openclaw.runtime-context","cont';
    expect(verdictOf(context)).toBe("terminal final-answer: Done.");
    for (const lost of ["openclaw.runtime-con", 'openclaw.sessions_yield","cont', 'note","cont']) {
      const torn = `${answered}{"type":"custom_message","customType":"${lost}`;
      expect(verdictOf(torn)).toBe("indeterminate torn-tail");
    }
  });

  test("a record of an unknown type warns, and changes nothing", () => {
    const verdict = judged(entries(header, user("Count."), assistant("Done."), { type: "novelty" }));
    expect(verdict).toMatchObject({
      kind: "terminal",
      warnings: [{ code: "unknown-record", detail: "novelty", line: 4 }],
    });
  });

  test("before the answer it warns of nothing", () => {
    expect(judged(entries(header, user("Count."), { type: "novelty" }, assistant("Done."))).warnings).toEqual(
      [],
    );
  });
});

describe("a prompt that failed", () => {
  const failed = custom("openclaw:prompt-error");

  test("says so, also behind a stop", () => {
    const lines = entries(header, user("Count."), assistant("Done."), failed);
    expect(judged(lines)).toMatchObject({
      reason: "stopped-error",
      at: { entryId: "e3" },
      salvage: { text: "Done." },
    });
    expect(verdictOf(entries(header, user("Count."), failed, custom("model-snapshot")))).toBe(
      "unfinished stopped-error",
    );
  });

  test("until the model goes on, or an input comes", () => {
    expect(verdictOf(entries(header, user("Count."), failed, assistant("Done.")))).toBe(
      "terminal final-answer: Done.",
    );
    expect(verdictOf(entries(header, user("Count."), failed, user("Again."), assistant("Done.")))).toBe(
      "terminal final-answer: Done.",
    );
  });

  test("the host's copies do not take it back", () => {
    const mirror = assistant("Done.", { body: { provider: "openclaw", model: "delivery-mirror" } });
    expect(verdictOf(entries(header, user("Count."), assistant("Done."), failed, mirror))).toBe(
      "unfinished stopped-error",
    );
  });
});
