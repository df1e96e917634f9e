/** Generated OpenClaw transcripts: sound ones, odd ones, and trees, for the laws. */

import fc from "fast-check";

const START = Date.UTC(2026, 10, 1, 10);
/** The generated records lie around this time; good as a run's start. */
export const MIDDLE = START + 30_000;

interface Step {
  readonly make: (index: number) => Record<string, unknown>;
  /** How many records back this one hangs; 0 for the record before it. */
  readonly back: number;
  readonly gapMs: number;
}

const words = fc.constantFrom(
  "Done.",
  "Working on it.",
  "3 tests fail.",
  "",
  "NO_REPLY",
  "use `x`",
  "[TOOL_CALLS]",
  "é漢😀",
  "a\u2028b",
);
const callIds = fc.constantFrom("call_1", "call_2", "call_3", "call_4");
const stops = fc.constantFrom(
  "stop",
  "stop",
  "stop",
  "toolUse",
  "toolUse",
  "length",
  "error",
  "aborted",
  "later",
  undefined,
);

const text = (value: string): unknown => ({ type: "text", text: value });
const message = (body: Record<string, unknown>): Record<string, unknown> => ({
  type: "message",
  message: body,
});

const user = fc
  .record({
    content: fc.oneof(
      words,
      words.map((word) => [text(word)]),
    ),
    names: fc.constantFrom("", "agent:sub:1", "run-1"),
  })
  .map(({ content, names }) =>
    message({
      role: "user",
      content,
      provenance: names === "" ? undefined : { kind: "inter_session", sourceSessionKey: names },
    }),
  );
const assistant = fc
  .record({
    said: fc.array(words, { maxLength: 2 }),
    calls: fc.array(
      fc.record({ id: callIds, name: fc.constantFrom("exec", "exec", "sessions_yield", "sessions_spawn") }),
      { maxLength: 2 },
    ),
    stop: stops,
    api: fc.constantFrom("openai-completions", "openai-completions", "cli"),
    model: fc.constantFrom("m", "m", "m", "m", "delivery-mirror", "gateway-injected"),
    phase: fc.constantFrom(undefined, undefined, "commentary", "final_answer"),
  })
  .map(({ said, calls, stop, api, model, phase }) =>
    message({
      role: "assistant",
      content: [
        ...said.map((one) => ({
          type: "text",
          text: one,
          ...(phase === undefined ? {} : { textSignature: JSON.stringify({ phase }) }),
        })),
        ...calls.map((call) => ({ type: "toolCall", ...call, arguments: {} })),
      ],
      api,
      provider: model === "m" ? "p" : "openclaw",
      model,
      stopReason: stop,
    }),
  );
const result = fc
  .record({
    toolCallId: callIds,
    toolName: fc.constantFrom("exec", "exec", "sessions_yield", "sessions_spawn"),
    size: fc.constantFrom(1, 5, 200),
    isError: fc.boolean(),
  })
  .map(({ size, toolName, ...rest }) =>
    message({
      role: "toolResult",
      toolName,
      ...rest,
      content: [text("x".repeat(size))],
      details:
        toolName === "sessions_yield"
          ? { status: "yielded" }
          : { status: "accepted", childSessionKey: "agent:sub:1", runId: "run-1" },
    }),
  );
const aside = fc.constantFrom<Record<string, unknown>>(
  { type: "custom", customType: "model-snapshot", data: { a: "x".repeat(50) } },
  { type: "custom", customType: "openclaw:prompt-error", data: {} },
  { type: "custom_message", customType: "openclaw.sessions_yield", content: "waiting", display: false },
  { type: "custom_message", customType: "openclaw.runtime-context", content: "context" },
  { type: "custom_message", customType: "other", content: "an input" },
  { type: "compaction", summary: "s", firstKeptEntryId: "e1" },
  { type: "label", label: "l" },
  { type: "reset", reason: "new" },
  { type: "novelty", data: 1 },
);

/** A tool call and its result, as a writer leaves them: the common case, so that long sound stretches occur. */
const toolPair = fc
  .tuple(callIds, fc.constantFrom("", "Looking."), fc.constantFrom(3, 300))
  .map(([id, said, size]) => [
    message({
      role: "assistant",
      content: [...(said === "" ? [] : [text(said)]), { type: "toolCall", id, name: "exec", arguments: {} }],
      api: "a",
      provider: "p",
      model: "m",
      stopReason: "toolUse",
    }),
    message({ role: "toolResult", toolCallId: id, toolName: "exec", content: [text("y".repeat(size))] }),
  ]);

const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 4, arbitrary: toolPair },
        { weight: 3, arbitrary: assistant.map((one) => [one]) },
        { weight: 2, arbitrary: user.map((one) => [one]) },
        { weight: 1, arbitrary: result.map((one) => [one]) },
        { weight: 1, arbitrary: aside.map((one) => [one]) },
      ),
      fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3),
      fc.constantFrom(0, 1_000, 4_000, 20_000),
    ),
    { maxLength: 16 },
  )
  .map((groups) =>
    groups.flatMap(([records, back, gapMs]) =>
      records.map((record, index) => ({ make: () => record, back: index === 0 ? back : 0, gapMs })),
    ),
  );

/** The lines of a transcript. */
export const openclawLines: fc.Arbitrary<string[]> = fc.tuple(fc.boolean(), steps).map(([header, list]) => {
  const lines = header
    ? [
        JSON.stringify({
          type: "session",
          version: 3,
          id: "s-1",
          timestamp: new Date(START).toISOString(),
          cwd: "/",
        }),
      ]
    : [];
  const ids: string[] = [];
  let time = START;
  for (const [index, { make, back, gapMs }] of list.entries()) {
    time += gapMs;
    const parentId = ids[ids.length - 1 - back] ?? ids.at(-1) ?? null;
    const record = make(index);
    const stamped = { ...record, id: `e${index}`, parentId, timestamp: new Date(time).toISOString() };
    ids.push(`e${index}`);
    lines.push(JSON.stringify(stamped));
  }
  return lines;
});
