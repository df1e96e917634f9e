/** OpenClaw records by hand: each hangs on the one before it, a second later, unless it says otherwise. */

export type Body = Record<string, unknown>;

/** The header's time; record n comes n seconds later. Unix ms. */
export const START = Date.UTC(2026, 10, 1, 10);

export const header: Body = { type: "session", version: 3, id: "s-1", cwd: "/home/user/app" };

/** The records as lines, with `id` e1, e2, …, `parentId` and `timestamp` where they have none. */
export function entries(...records: readonly Body[]): string[] {
  let parentId: unknown = null;
  return records.map((record, index) => {
    const timestamp = new Date(START + index * 1_000).toISOString();
    if (record["type"] === "session") return JSON.stringify({ timestamp, ...record });
    const entry: Body = { id: `e${index}`, parentId, timestamp, ...record };
    parentId = entry["id"];
    return JSON.stringify(entry);
  });
}

export function message(body: Body, rest: Body = {}): Body {
  return { type: "message", message: body, ...rest };
}

export function user(text: string, rest: Body = {}): Body {
  return message({ role: "user", content: [{ type: "text", text }] }, rest);
}

/** What an assistant message may say besides its text. */
export interface Said {
  readonly calls?: readonly Body[];
  readonly stop?: unknown;
  readonly api?: string;
  readonly body?: Body;
  readonly rest?: Body;
}

/** An assistant message of a model; its stop is `toolUse` where it calls, else `stop`. */
export function assistant(
  text: string,
  { calls = [], stop, api = "openai-completions", body, rest }: Said = {},
): Body {
  return message(
    {
      role: "assistant",
      content: [...(text === "" ? [] : [{ type: "text", text }]), ...calls],
      api,
      provider: "p",
      model: "m",
      stopReason: stop === undefined ? (calls.length > 0 ? "toolUse" : "stop") : stop,
      ...body,
    },
    rest,
  );
}

export function call(id: string, name = "exec"): Body {
  return { type: "toolCall", id, name, arguments: {} };
}

export function result(toolCallId: string, text = "ok", body: Body = {}): Body {
  return message({
    role: "toolResult",
    toolCallId,
    toolName: "exec",
    content: [{ type: "text", text }],
    isError: false,
    ...body,
  });
}

/** The three records of a yield: the call, its result, the host's marker. */
export function yields(text = "", id = "y1", stop: unknown = "toolUse"): Body[] {
  return [
    assistant(text, { calls: [call(id, "sessions_yield")], stop }),
    result(id, '{"status":"yielded"}', { toolName: "sessions_yield", details: { status: "yielded" } }),
    marker(),
  ];
}

export function marker(customType = "openclaw.sessions_yield"): Body {
  return { type: "custom_message", customType, content: "waiting", display: false };
}

export function custom(customType: string): Body {
  return { type: "custom", customType, data: {} };
}
