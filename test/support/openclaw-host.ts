/** OpenClaw's plugin interface as a test has it: what was told and logged, and hooks that the test fires itself. */

type Handler = (event: Record<string, unknown>, context: Record<string, unknown>) => unknown;

/** The two versions' shapes, and hosts that lack a part. */
export type HostShape = "2026.6.5" | "2026.9.6" | "no-hooks" | "no-queue" | "no-heartbeat";

export class FakeHost {
  readonly told: Record<string, unknown>[] = [];
  readonly woken: unknown[] = [];
  readonly log: string[] = [];
  /** Whether the host takes a text into its queue. */
  takes: boolean | "fails" = true;
  readonly #hooks = new Map<string, Handler[]>();
  readonly #shape: HostShape;
  readonly #stateDir: string;
  readonly #settings: Record<string, unknown>;

  constructor(shape: HostShape, stateDir: string, settings: Record<string, unknown> = {}) {
    this.#shape = shape;
    this.#stateDir = stateDir;
    this.#settings = { graceMs: 0, ...settings };
  }

  /** What `register` is called with. */
  get api(): unknown {
    const write = (line: string) => void this.log.push(line);
    const wake = (given: unknown) => void this.woken.push(given);
    const queue = (injection: Record<string, unknown>) => {
      this.told.push(injection);
      if (this.takes === "fails") return Promise.reject(new Error("the plugin is gone"));
      return Promise.resolve({ enqueued: this.takes, id: "", sessionKey: injection["sessionKey"] });
    };
    const system = {
      // The older name goes away; the newer one came before 2026.6.5.
      ...(this.#shape === "2026.6.5" ? { requestHeartbeatNow: wake } : {}),
      requestHeartbeat: wake,
    };
    const workflow = { enqueueNextTurnInjection: queue };
    const on = (name: string, handler: Handler) => {
      this.#hooks.set(name, [...(this.#hooks.get(name) ?? []), handler]);
    };
    return {
      id: "lastword",
      pluginConfig: this.#settings,
      logger: { info: write, warn: write },
      runtime: {
        state: { resolveStateDir: () => this.#stateDir },
        ...(this.#shape === "no-heartbeat" ? {} : { system }),
      },
      ...(this.#shape === "no-queue" ? {} : { session: { workflow } }),
      ...(this.#shape === "no-hooks" ? {} : { on }),
    };
  }

  /** Fires a hook; gives what the handlers answer. */
  fire(name: string, event: Record<string, unknown> = {}, context: Record<string, unknown> = {}): unknown[] {
    return (this.#hooks.get(name) ?? []).map((handler) => handler(event, context));
  }

  get hooks(): readonly string[] {
    return [...this.#hooks.keys()];
  }
}
