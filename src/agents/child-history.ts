/** Messages of a child session, for display: visible text, tool calls, yields. Pure, and lenient on purpose. */

/** A message as a session store hands it out; nothing about it is vouched for. */
export type HistoryMessage = { readonly [key: string]: unknown };

const CALL_TYPES: ReadonlySet<unknown> = new Set([
  "toolCall",
  "tool_use",
  "toolUse",
  "functionCall",
  "function_call",
]);

/** The objects among the values; of a transcript's record, the record itself. */
export function asEntries(values: readonly unknown[]): readonly HistoryMessage[] {
  return values.filter(isObject);
}

const YIELD_TOOL = "sessions_yield";

/** What of an assistant message may be shown. */
export interface Shown {
  readonly text: string;
  readonly toolCalls: number;
  /** True where it parks the child: what it says beside that is no output yet. */
  readonly yields: boolean;
}

/** What of a message may be shown; undefined where it is not in the assistant's name. */
export function shownOf(entry: HistoryMessage): Shown | undefined {
  const message = isObject(entry["message"]) ? entry["message"] : entry;
  if (message["role"] !== "assistant") return undefined;
  const { content } = message;
  const blocks = objectsIn(content);
  // Some writers put the calls beside the content (formats.md, "OpenClaw and pi").
  const beside = [...objectsIn(message["toolCalls"]), ...objectsIn(message["tool_calls"])];
  const calls = [...blocks.filter((block) => CALL_TYPES.has(block["type"])), ...beside];
  const toolCalls = calls.length;
  const yields = calls.some((call) => nameOf(call) === YIELD_TOOL);
  if (typeof content === "string") return { text: content.trim(), toolCalls, yields };
  const texts = blocks.filter((block) => block["type"] === "text").map((block) => block["text"]);
  const text = texts
    .filter((one) => typeof one === "string")
    .join("\n")
    .trim();
  return { text, toolCalls, yields };
}

function nameOf(call: HistoryMessage): unknown {
  const { function: inner } = call;
  return call["name"] ?? (isObject(inner) ? inner["name"] : undefined);
}

function objectsIn(value: unknown): readonly HistoryMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is HistoryMessage {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
