import { describe, expect, test } from "vitest";
import { hasCallMarkup, visibleText } from "../../src/transcripts/text.ts";
import { processorMs } from "../support/processor-ms.ts";

describe("visibleText", () => {
  test.each<[string, readonly string[], string]>([
    ["joins blocks with LF", ["One.", "Two."], "One.\nTwo."],
    ["trims the whole, not the middle", ["  One.\n\n", "\n  Two.  "], "One.\n\n\n\n  Two."],
    ["nothing is nothing", [], ""],
    ["white space alone is nothing", [" \n\t", "\u00a0"], ""],
    ["what nobody sees is nothing", ["\u200b\u2060\ufeff", "\u00ad\u202e \u200d\u0000"], ""],
    ["also inside the final tag", ["<final>\u200b</final>"], ""],
    ["what joins and parts stays in a text", ["\u200bDone\u200d."], "\u200bDone\u200d."],
    ["takes a closed thought out", ["<think>hm</think>Done."], "Done."],
    [
      "takes several thoughts out, and keeps what is between",
      ["a<think>1</think>b<thinking>2</thinking>c"],
      "abc",
    ],
    ["tags in any case", ["<THINK>x</Think>Done."], "Done."],
    ["a thought over two blocks", ["<think>a", "b</think>Done."], "Done."],
    ["an unclosed thought at the start hides all", [" <think>hm\nDone."], ""],
    ["an unclosed thought behind a closed one at the start, too", ["<think>a</think> <think>b Done."], ""],
    ["an unclosed thought inside the final tag, too", ["<final><think>hm Done.</final>"], ""],
    ["an unclosed thought further on hides nothing", ["Done. <think>hm"], "Done. <think>hm"],
    ["takes the final tag off both edges", ["<final>Done.</final>"], "Done."],
    ["off either edge", ["<final>Done."], "Done."],
    ["off the other edge", ["Done.</final>\n"], "Done."],
    ["a thought before the final tag", ["<think>x</think><final>Done.</final>"], "Done."],
    ["a final tag in the middle is text", ["a <final>b</final> c"], "a <final>b</final> c"],
    ["an empty final is nothing", ["<final> </final>"], ""],
    ["line separators stay", ["a\u2028b"], "a\u2028b"],
  ])("%s", (_, blocks, visible) => {
    expect(visibleText(blocks)).toBe(visible);
  });
});

describe("hasCallMarkup", () => {
  test.each([
    '<tool_call>{"name":"exec"}</tool_call>',
    'I will look.\n<function_calls>\n<invoke name="exec">',
    '<invoke name="exec"><parameter name="command">ls</parameter></invoke>',
    "<function=exec><parameter=command>ls</parameter></function>",
    "<|tool_call|>exec",
    "<|python_tag|>exec()",
    '[TOOL_CALLS] [{"name":"exec"}]',
    "<｜tool▁calls▁begin｜>",
    '{"name": "exec", "arguments": {"command": "ls"}}',
    '  {"tool":"exec","input":"ls"}',
    '[{"name":"exec","arguments":{"command":"ls"}}]',
    'I will look.\n{"name":"exec","arguments":{"command":"ls"}}',
    'I will look.\n{"tool_calls":[{"function":{"name":"process","arguments":"{}"}}]}',
    '{"type":"tool_use","id":"t1","name":"exec","input":{}}',
    'Once more:\nexec{"command":"ls","timeout":3}',
    "<minimax:tool_call>exec</minimax:tool_call>",
    '<｜DSML｜invoke name="exec">',
    "<start_function_call>call:exec{}<end_function_call>",
    '<tool name="exec">',
    "[TOOL_CALL]\n{tool => exec}\n[/TOOL_CALL]",
    "[Tool Call: exec (ID: call_1)]\nArguments: {}",
    '<|channel|>commentary to=functions.exec <|message|>{"command":"ls"}',
    'assistant to=functions.exec {"command":"ls"}',
    'default_api.exec(command="ls") [done]',
    'Thought: look.\nAction: exec\nAction Input: {"command":"ls"}',
    "```\ncode\n```\n<tool_call>exec",
    // The fence is closed by a longer one.
    "```\ncode\n`````\n<tool_call>exec",
    // Marks on one line are no fence.
    "```ls``` \n<tool_call>exec",
  ])("%j is a call", (text) => {
    expect(hasCallMarkup(text)).toBe(true);
  });

  test.each([
    "",
    "Done.",
    "Use a < b and b > c.",
    "```xml\n<tool_call>exec</tool_call>\n```",
    "~~~\n<tool_call>exec\n~~~\nDone.",
    "  ```\n  [TOOL_CALLS]\n  ```",
    // An unclosed fence goes on to the end.
    "Look:\n```\n<tool_call>exec",
    // A shorter run of marks does not close it.
    "````\n```\n<tool_call>exec\n````",
    "The tag `<tool_call>` opens a call.",
    '{"name": "exec", "size": 3}',
    '{"result": {"name": "exec", "arguments": {}}}',
    '{"type":"report","name":"exec"}',
    "Read [tool use](docs/tools.md) first; the next action: none.",
    "The function <T name=x> and a < tool_call.",
    'In Go: map[string]int{"a": 1} is a map.',
  ])("%j is none", (text) => {
    expect(hasCallMarkup(text)).toBe(false);
  });
});

test.each([
  ["opened thoughts", (size: number) => visibleText(["x" + "<think>".repeat(size / 7)])],
  ["closed thoughts", (size: number) => visibleText(["<think></think>".repeat(size / 15)])],
  ["final tags", (size: number) => visibleText(["</final> ".repeat(size / 9) + "x"])],
  ["spaces", (size: number) => visibleText(["x" + " ".repeat(size) + "x"])],
  ["backticks", (size: number) => hasCallMarkup("`".repeat(size) + "[")],
  ["fences", (size: number) => hasCallMarkup("```\n".repeat(size / 4) + "[")],
  ["fences of growing length", (size: number) => hasCallMarkup(growing("`", size) + "[")],
  ["tildes", (size: number) => hasCallMarkup("~".repeat(size) + "[")],
  ["opened tags", (size: number) => hasCallMarkup("<invoke ".repeat(size / 8))],
  ["functions", (size: number) => hasCallMarkup("<function=".repeat(size / 10))],
  ["lines that begin a call", (size: number) => hasCallMarkup('\n{"name":"a"'.repeat(size / 12))],
  ["words before a tag", (size: number) => hasCallMarkup("<a_".repeat(size / 3))],
  ["one word before a tag", (size: number) => hasCallMarkup("<" + "a_".repeat(size / 2))],
  ["lines of nothing before an object", (size: number) => hasCallMarkup("\n".repeat(size) + "{")],
  ["spaces before an object", (size: number) => hasCallMarkup(" ".repeat(size) + "{")],
])("a megabyte of %s takes no more than a moment", (_, work) => {
  const start = processorMs();
  work(1024 * 1024);
  expect(processorMs() - start).toBeLessThan(10_000);
});

function growing(mark: string, size: number): string {
  let text = "";
  for (let length = 3; text.length < size; length += 1) text += mark.repeat(length) + "\n";
  return text;
}
