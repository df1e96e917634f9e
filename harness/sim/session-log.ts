/** A child's transcript as OpenClaw writes it (formats.md, "OpenClaw and pi"), line by line, at any time. Pure. */

/** Makes the lines of one session, each record hanging on the one before it. */
export class SessionLog {
  readonly sessionId: string;
  #parent: string | null = null;
  #grandparent: string | null = null;
  #records = 0;
  #calls = 0;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** The first line. */
  header(at: number): string {
    const timestamp = new Date(at).toISOString();
    return this.#line({ type: "session", version: 3, id: this.sessionId, timestamp, cwd: "/home/user/app" });
  }

  /** What somebody asks of the child. */
  input(at: number, text: string): string {
    return this.#message(at, { role: "user", content: [{ type: "text", text }] });
  }

  /** A message that ends the turn; not well, where the stop says so. */
  answer(at: number, text: string, stopReason: "stop" | "error" | "aborted" | "length" = "stop"): string {
    return this.#assistant(at, [{ type: "text", text }], stopReason);
  }

  /** A call of a tool, behind some words. */
  call(at: number, text: string, name = "exec"): string {
    this.#calls += 1;
    const call = { type: "toolCall", id: this.#callId(), name, arguments: {} };
    return this.#assistant(at, [{ type: "text", text }, call], "toolUse");
  }

  /** What the tool that was called last gave back. */
  result(at: number, text: string, name = "exec"): string {
    return this.#message(at, {
      role: "toolResult",
      toolCallId: this.#callId(),
      toolName: name,
      content: [{ type: "text", text }],
      isError: false,
      ...(name === "sessions_yield" ? { details: { status: "yielded" } } : {}),
    });
  }

  /** The mark that the host leaves behind a yield. */
  yieldMark(at: number): string {
    const customType = "openclaw.sessions_yield";
    return this.#entry(at, { type: "custom_message", customType, content: "Turn yielded.", display: false });
  }

  /** The last record was cut off, and whoever opens the file again goes on behind the one before it. */
  dropLast(): void {
    this.#parent = this.#grandparent;
  }

  #assistant(at: number, content: readonly object[], stopReason: string): string {
    const model = { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" };
    return this.#message(at, { role: "assistant", content, ...model, stopReason });
  }

  #message(at: number, message: object): string {
    return this.#entry(at, { type: "message", message: { ...message, timestamp: at } });
  }

  #entry(
    at: number,
    { type, ...fields }: { readonly type: string } & Readonly<Record<string, unknown>>,
  ): string {
    this.#records += 1;
    const id = `e${String(this.#records).padStart(7, "0")}`;
    const parentId = this.#parent;
    this.#grandparent = parentId;
    this.#parent = id;
    return this.#line({ type, id, parentId, timestamp: new Date(at).toISOString(), ...fields });
  }

  #line(record: object): string {
    return `${JSON.stringify(record)}\n`;
  }

  #callId(): string {
    return `call-${this.#calls}`;
  }
}
