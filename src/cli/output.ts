/** Writing to a stream that may be slow, full or gone. Failing to write is a value here, not an exception. */

import { once } from "node:events";

/** A stream to write to, as the process has them. */
export interface Sink extends NodeJS.WritableStream {
  /** True on a terminal. */
  readonly isTTY?: boolean;
  /** The terminal's width. */
  readonly columns?: number;
  /** The error of a failed write; Node sets it before it tells anybody. */
  readonly errored?: Error | null;
}

/** A terminal without a width of its own (a pipe through `script`, say). */
const COLUMNS_DEFAULT = 80;

/** One output stream. Once a write has failed, everything further is dropped. */
export class Output {
  readonly #sink: Sink;
  #failure: Error | undefined;

  constructor(sink: Sink) {
    this.#sink = sink;
    // A failed write is also emitted, later; without a listener that would end the process with a stack trace.
    sink.on("error", (error: Error) => {
      this.#failure ??= error;
    });
  }

  /** The terminal's width in columns; undefined where this is no terminal. */
  get columns(): number | undefined {
    if (!this.isTerminal) return undefined;
    const { columns = 0 } = this.#sink;
    return columns > 0 ? columns : COLUMNS_DEFAULT;
  }

  get isTerminal(): boolean {
    return this.#sink.isTTY === true;
  }

  /** Why writing failed; undefined while it has not. */
  get failure(): Error | undefined {
    return this.#failure ?? this.#sink.errored ?? undefined;
  }

  /** True where the reader went away. */
  get closed(): boolean {
    return this.failure !== undefined && codeOf(this.failure) === "EPIPE";
  }

  /**
   * Writes, and waits while the reader is behind.
   *
   * @returns false once nothing can be written any more: then there is no point in going on
   */
  async write(text: string): Promise<boolean> {
    if (!this.writeNow(text) && this.failure === undefined) await this.#drained();
    return this.failure === undefined;
  }

  /** Writes without waiting: for a few lines. Returns false where the reader is behind, or gone. */
  writeNow(text: string): boolean {
    if (this.failure !== undefined) return false;
    return text === "" || this.#sink.write(text);
  }

  /** Waits until everything was handed over, or failed. */
  async flush(): Promise<void> {
    if (this.failure !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#sink.write("", () => resolve());
      this.#sink.once("error", () => resolve());
    });
  }

  async #drained(): Promise<void> {
    try {
      await once(this.#sink, "drain");
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
    }
  }
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
