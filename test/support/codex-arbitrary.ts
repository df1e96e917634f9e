/** Generated Codex rollouts: sound turns, odd ones, forks, old writers, for the laws. */

import fc from "fast-check";

const START = Date.UTC(2026, 10, 1, 10);
/** The generated records lie around this time; good as a run's start. */
export const CODEX_MIDDLE = START + 30_000;
/** The id of every generated session. */
export const CODEX_SESSION = uuidAt(START);

type Payload = Record<string, unknown>;
interface Step {
  readonly type: string;
  readonly payload: Payload;
  readonly gapMs: number;
}

const words = fc.constantFrom(
  "Done.",
  "Working on it.",
  "3 tests fail.",
  "",
  "[TOOL_CALLS]",
  "é漢😀",
  "a\u2028b",
);
const callIds = fc.constantFrom("call_1", "call_2", "call_3");
const turnIds = fc.constantFrom(
  "u1",
  "u2",
  uuidAt(START - 60_000),
  uuidAt(START + 1_000),
  uuidAt(START + 20_000),
);
const phases = fc.constantFrom(undefined, undefined, undefined, "commentary", "final_answer");
const gaps = fc.constantFrom(0, 1_000, 4_000, 20_000);

function uuidAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const event = (type: string, rest: Payload = {}): Omit<Step, "gapMs"> => ({
  type: "event_msg",
  payload: { type, ...rest },
});
const item = (type: string, rest: Payload): Omit<Step, "gapMs"> => ({
  type: "response_item",
  payload: { type, ...rest },
});
const spoken = (role: string, text: string, rest: Payload = {}): Omit<Step, "gapMs"> =>
  item("message", {
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
    ...rest,
  });
/** 0.171 notes the turn beside each item, older writers do not. The turn is put in when the order is known. */
const noted = (noting: boolean): Payload => (noting ? { [NOTES]: {} } : {});
const NOTES = "internal_chat_message_metadata_passthrough";

const outputs = fc.constantFrom(
  "ok",
  "x".repeat(300),
  "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n",
  "Chunk ID: 1\nProcess exited with code 0\nOutput:\nProcess running with session ID 8",
  '{"agent_id":"agent-1","nickname":"A"}',
  '{"status":{"agent-1":{"completed":"x"}},"timed_out":false}',
);
const tools = fc.constantFrom("shell", "shell", "exec_command", "write_stdin", "spawn_agent", "wait_agent");

const toolPair = fc
  .record({ id: callIds, name: tools, output: outputs, said: words, noting: fc.boolean() })
  .map(({ id, name, output, said, noting }) => [
    ...(said === "" ? [] : [spoken("assistant", said, noted(noting))]),
    item("function_call", { name, arguments: '{"session_id":7}', call_id: id, ...noted(noting) }),
    item("function_call_output", { call_id: id, output, ...noted(noting) }),
  ]);

const talk = fc
  .record({
    text: words,
    phase: phases,
    endTurn: fc.constantFrom(undefined, undefined, false),
    noting: fc.boolean(),
  })
  .map(({ text, phase, endTurn, noting }) => [
    spoken("assistant", text, {
      ...(phase ? { phase } : {}),
      ...(endTurn === false ? { end_turn: false } : {}),
      ...noted(noting),
    }),
  ]);

/** A whole turn, as a writer leaves it: the common case. */
const turn = fc
  .record({
    id: turnIds,
    noting: fc.boolean(),
    body: fc.array(toolPair, { maxLength: 3 }),
    text: words,
    phase: phases,
    error: fc.constantFrom(undefined, undefined, undefined, null, { message: "m" }),
    other: fc.constantFrom(undefined, undefined, undefined, "u1"),
  })
  .map(({ id, noting, body, text, phase, error, other }) => [
    event("task_started", { turn_id: id }),
    ...(noting ? [{ type: "turn_context", payload: { turn_id: id } }] : []),
    spoken("user", "Do it"),
    ...body.flat(),
    ...(text === "" ? [] : [spoken("assistant", text, { ...(phase ? { phase } : {}), ...noted(noting) })]),
    event("task_complete", {
      turn_id: other ?? id,
      last_agent_message: text === "" ? null : text,
      ...(error === undefined ? {} : { error }),
    }),
  ]);

const odd = fc
  .oneof(
    fc
      .record({ id: callIds, name: tools })
      .map(({ id, name }) => item("function_call", { name, arguments: "{}", call_id: id })),
    fc
      .record({ id: callIds, output: outputs })
      .map(({ id, output }) => item("custom_tool_call_output", { call_id: id, output })),
    turnIds.map((id) => event("task_started", { turn_id: id })),
    fc
      .tuple(turnIds, words)
      .map(([id, text]) => event("task_complete", { turn_id: id, last_agent_message: text })),
    fc
      .option(turnIds, { nil: undefined })
      .map((id) => event("turn_aborted", id === undefined ? {} : { turn_id: id })),
    words.map((text) => event("agent_message", { message: text })),
    words.map((text) => event("user_message", { message: text })),
    words.map((text) => spoken("user", text)),
    fc.constantFrom(
      spoken("user", "<environment_context>x</environment_context>"),
      spoken("user", "<turn_aborted>x</turn_aborted>"),
      spoken(
        "user",
        '<subagent_notification>{"agent_id":"agent-1","status":"completed"}</subagent_notification>',
      ),
      spoken("developer", "rules"),
      { type: "compacted", payload: { message: "recap", replacement_history: [] } },
      { type: "compacted", payload: { message: "", replacement_history: [] } },
      { type: "world_state", payload: { full: true } },
      { type: "novelty", payload: {} },
      {
        type: "inter_agent_communication",
        payload: { author: "a", recipient: "b", content: "hi", trigger_turn: true },
      },
      event("token_count"),
      event("error", { message: "m" }),
      event("thread_rolled_back", { num_turns: 1 }),
      event("item_completed", { item: { type: "CommandExecution", process_id: "7" } }),
      event("item_completed", { item: { type: "AgentMessage", content: [{ type: "Text", text: "Done." }] } }),
      item("reasoning", { summary: [] }),
    ),
  )
  .map((one) => [one]);

/** A turn in which the host made a recap, by hand. */
const recap = turnIds.map((id) => [
  event("task_started", { turn_id: id }),
  spoken("assistant", "a recap"),
  { type: "compacted", payload: { message: "a recap" } },
  event("task_complete", { turn_id: id, last_agent_message: null }),
]);

const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 5, arbitrary: turn },
        { weight: 4, arbitrary: odd },
        { weight: 2, arbitrary: toolPair },
        { weight: 2, arbitrary: talk },
        { weight: 1, arbitrary: recap },
      ),
      gaps,
    ),
    { maxLength: 10 },
  )
  .map((groups) =>
    groups.flatMap(([records, gapMs]) =>
      records.map((one, index) => ({ ...one, gapMs: index === 0 ? gapMs : 0 })),
    ),
  );

const header = fc.constantFrom<Payload | undefined>(
  { id: CODEX_SESSION },
  { id: CODEX_SESSION },
  { id: CODEX_SESSION },
  { id: CODEX_SESSION, forked_from_id: uuidAt(START - 90_000) },
  { id: "s-1" },
  undefined,
);

/** A replay begins with the parent's header, right behind the session's own. */
const replayed = fc.constantFrom<Step | undefined>(undefined, undefined, {
  type: "session_meta",
  payload: { id: uuidAt(START - 90_000), timestamp: new Date(START - 90_000).toISOString() },
  gapMs: 0,
});

/** The lines of a rollout. */
export const codexLines: fc.Arbitrary<string[]> = fc
  .tuple(header, replayed, steps, fc.boolean())
  .map(([meta, replay, rest, numbered]) => {
    const list = replay === undefined ? rest : [replay, ...rest];
    const all = meta === undefined ? list : [{ type: "session_meta", payload: meta, gapMs: 0 }, ...list];
    let time = START;
    let running: unknown;
    return all.map(({ type, payload, gapMs }, ordinal) => {
      time += gapMs;
      if (payload["type"] === "task_started") running = payload["turn_id"];
      const timestamp = new Date(time).toISOString();
      const notes = payload[NOTES] === undefined ? {} : { [NOTES]: { turn_id: running } };
      return JSON.stringify({
        timestamp,
        ...(numbered ? { ordinal } : {}),
        type,
        payload: { ...payload, ...notes },
      });
    });
  });
