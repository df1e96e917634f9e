/** OpenClaw's plugin interface as a test has it: what was told and logged, and hooks that the test fires itself. */

type Handler = (event: Record<string, unknown>, context: Record<string, unknown>) => unknown;

/** The two versions' shapes, and hosts that lack a part. */
export type HostShape = "2026.6.5" | "2026.9.6" | "no-hooks" | "no-heartbeat";

export class FakeHost {
  readonly woken: unknown[] = [];
  readonly log: string[] = [];
  /** The host's whole configuration. */
  config: unknown = {};
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
    const system = {
      // The older name goes away; the newer one came before 2026.6.5.
      ...(this.#shape === "2026.6.5" ? { requestHeartbeatNow: wake } : {}),
      requestHeartbeat: wake,
    };
    const on = (name: string, handler: Handler) => {
      this.#hooks.set(name, [...(this.#hooks.get(name) ?? []), handler]);
    };
    return {
      id: "lastword",
      config: this.config,
      pluginConfig: this.#settings,
      logger: { info: write, warn: write },
      runtime: {
        state: { resolveStateDir: () => this.#stateDir },
        ...(this.#shape === "no-heartbeat" ? {} : { system }),
      },
      ...(this.#shape === "no-hooks" ? {} : { on }),
    };
  }

  /** Fires a hook; gives what the handlers answer. */
  fire(name: string, event: Record<string, unknown> = {}, context: Record<string, unknown> = {}): unknown[] {
    return (this.#hooks.get(name) ?? []).map((handler) => handler(event, context));
  }

  /** A heartbeat's turn of a session: what its prompt begins with, from all that add to it. */
  async turn(sessionKey: string, { runId = "turn-1", ...context }: TurnContext = {}): Promise<string> {
    const answers: unknown[] = [];
    for (const hook of ["agent_turn_prepare", "heartbeat_prompt_contribution"]) {
      answers.push(
        ...(await Promise.all(this.fire(hook, { sessionKey }, { sessionKey, runId, ...context }))),
      );
    }
    return answers.map((answer) => (isContribution(answer) ? answer.prependContext : "")).join("");
  }

  /** The end of a turn's call of the model. */
  async modelCall(outcome: "completed" | "error", runId = "turn-1"): Promise<void> {
    await Promise.all(this.fire("model_call_ended", { runId, outcome }, { runId }));
  }

  get hooks(): readonly string[] {
    return [...this.#hooks.keys()];
  }
}

interface TurnContext {
  readonly runId?: string;
  readonly sessionId?: string;
}

function isContribution(answer: unknown): answer is { readonly prependContext: string } {
  return typeof answer === "object" && answer !== null && "prependContext" in answer;
}
