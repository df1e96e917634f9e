/** How the scripted model's answers break off, over both APIs, and what it says over the responses API. */

import { describe, expect, onTestFinished, test } from "vitest";
import { promptFor } from "../../harness/live/model/script.ts";
import type { ModelStep } from "../../harness/live/model/script.ts";
import { startModel } from "../../harness/live/model/server.ts";

const TEXT = promptFor("main", "Go.");
const TOOLS = [{ name: "shell" }];
const APIS = {
  messages: {
    path: "/v1/messages",
    body: { messages: [{ role: "user", content: TEXT }], tools: TOOLS, stream: true },
  },
  responses: {
    path: "/v1/responses",
    body: {
      input: [
        { type: "message", role: "developer", content: [{ type: "input_text", text: "<<other>>" }] },
        { type: "message", role: "user", content: [{ type: "input_text", text: TEXT }] },
      ],
      tools: TOOLS,
    },
  },
} as const;

async function modelFor(...steps: readonly ModelStep[]) {
  const model = await startModel({ main: steps });
  onTestFinished(() => model.close());
  const say = (api: keyof typeof APIS, over: object = {}) =>
    fetch(`http://127.0.0.1:${model.port}${APIS[api].path}`, {
      method: "POST",
      body: JSON.stringify({ ...APIS[api].body, ...over }),
    });
  return { model, say };
}

function namesIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/^event: ([\w.]+)$/gm)].map(([, name]) => name);
}

/** What has come until a word is there; the rest never does. */
async function readUntil(response: Response, word: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(word)) return text;
  }
  return text;
}

describe("the responses API", () => {
  test("says words and calls, item by item, and the end", async () => {
    const { model, say } = await modelFor({
      text: "First.",
      calls: [{ name: "shell", input: { cmd: "x" } }],
    });
    const text = await (await say("responses")).text();
    const names = namesIn(text);
    expect(names[0]).toBe("response.created");
    expect(names.filter((name) => name === "response.output_item.done")).toHaveLength(2);
    expect(names.at(-1)).toBe("response.completed");
    expect(text).toContain('"delta":"First."');
    expect(text).toContain(String.raw`"arguments":"{\"cmd\":\"x\"}"`);
    expect(model.said()).toBe(1);
  });

  test("an aside costs no step, a failure is a status", async () => {
    const { model, say } = await modelFor({ fails: 529 }, { text: "Done." });
    expect(await (await say("responses", { tools: [] })).text()).toContain("Aside.");
    expect(model.said()).toBe(0);
    expect((await say("responses")).status).toBe(529);
    expect(await (await say("responses")).text()).toContain("Done.");
  });
});

describe("an answer that breaks off", () => {
  test.each([
    ["messages", '"stop_reason":"max_tokens"'],
    ["responses", '"reason":"max_output_tokens"'],
  ] as const)("at its length limit, over %s", async (api, words) => {
    const { say } = await modelFor({ text: "Half", breaks: "length" });
    const text = await (await say(api)).text();
    expect(text).toContain(words);
    expect(text).not.toMatch(/response\.completed|end_turn/);
  });

  test.each([
    ["messages", "error"],
    ["responses", "response.failed"],
  ] as const)("with an error behind the words, over %s", async (api, last) => {
    const { say } = await modelFor({ text: "All of it.", breaks: "error" });
    const text = await (await say(api)).text();
    expect(text).toContain("All of it.");
    expect(namesIn(text).at(-1)).toBe(last);
    expect(text).not.toMatch(/message_stop|response\.completed/);
  });

  test.each(["messages", "responses"] as const)("with the connection, over %s", async (api) => {
    const { say } = await modelFor({ text: "Half", breaks: "cut" });
    const response = await say(api);
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test.each([
    ["messages", "silence", "Half", "content_block_stop"],
    ["messages", "unended", "content_block_stop", "message_delta"],
    ["responses", "silence", "Half", "output_text.done"],
    ["responses", "unended", "output_item.done", "response.completed"],
  ] as const)("over %s, in %s", async (api, breaks, there, missing) => {
    const { say } = await modelFor({ text: "Half", breaks });
    const text = await readUntil(await say(api), there);
    expect(text).toContain(there);
    expect(text).not.toContain(missing);
  });
});
