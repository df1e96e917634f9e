/** Lines of an OpenClaw transcript, as the program writes them (formats.md, "OpenClaw and pi"). Pure. */

/** Records of one session, oldest first, each hanging on the one before it, a second apart. */
export class SessionLines {
  readonly #lines: string[] = [];
  readonly #startedAt: number;
  #parent: string | null = null;

  /**
   * @param sessionId the id of the header
   * @param startedAt time of the header, Unix ms
   */
  constructor(sessionId: string, startedAt: number) {
    this.#startedAt = startedAt;
    this.#add({ type: "session", version: 3, id: sessionId, timestamp: this.#time(), cwd: "/home/user/app" });
  }

  /** The task that the parent gave. */
  user(text: string): this {
    return this.#message({ role: "user", content: [{ type: "text", text }] });
  }

  /** A message of the model: text, calls of tools, or both. */
  assistant({ text, calls = [] }: { readonly text?: string; readonly calls?: readonly Call[] }): this {
    return this.#message({
      role: "assistant",
      content: [
        ...(text === undefined ? [] : [{ type: "text", text }]),
        ...calls.map(({ id, name, args = {} }) => ({ type: "toolCall", id, name, arguments: args })),
      ],
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      usage: { input: 900, output: 40, cacheRead: 0, cacheWrite: 0, totalTokens: 940 },
      stopReason: calls.length > 0 ? "toolUse" : "stop",
    });
  }

  /** What a tool gave back. */
  result({ id, name }: Call, text: string, details?: object): this {
    return this.#message({
      role: "toolResult",
      toolCallId: id,
      toolName: name,
      content: [{ type: "text", text }],
      isError: false,
      ...(details === undefined ? {} : { details }),
    });
  }

  /** The mark that the host leaves behind a yield. */
  yieldMarker(): this {
    return this.#entry({
      type: "custom_message",
      customType: "openclaw.sessions_yield",
      content: "Turn yielded.",
      display: false,
    });
  }

  /** The whole transcript. */
  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }

  #message(message: object): this {
    return this.#entry({ type: "message", message: { ...message, timestamp: this.#now() } });
  }

  #entry(fields: object): this {
    const id = `e${String(this.#lines.length).padStart(7, "0")}`;
    const { type, ...rest } = { type: "", ...fields };
    this.#add({ type, id, parentId: this.#parent, timestamp: this.#time(), ...rest });
    this.#parent = id;
    return this;
  }

  #add(record: object): void {
    this.#lines.push(JSON.stringify(record));
  }

  #now(): number {
    return this.#startedAt + this.#lines.length * 1_000;
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** A tool call. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args?: object;
}
