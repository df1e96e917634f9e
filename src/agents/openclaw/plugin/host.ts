/**
 * OpenClaw's plugin interface, as far as it is used here: by shape, for no version's types are imported. What a
 * version lacks is undefined, and what is asked of it is narrowed. Imports nothing, for a gateway loads it at its start.
 */

/** An object of the host's, of which nothing is vouched for. */
export type Fields = { readonly [name: string]: unknown };

/** Lines for the gateway's log. */
export interface Log {
  readonly info: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Hands a text to a session, and wakes it. */
export interface Messenger {
  /** @returns false where the host took no event */
  tell(text: string, to: { readonly sessionKey: string; readonly agentId: string | undefined }): boolean;
}

/** What the host offers. */
export interface Host {
  readonly log: Log;
  /** The plugin's own settings, as the user wrote them. */
  readonly settings: Fields;
  readonly stateDir: string | undefined;
  readonly messenger: Messenger | undefined;
  /** Registers a hook, whose answer the host may wait for; false where the host has none at all. */
  on(name: string, handler: (event: Fields, context: Fields) => unknown): boolean;
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Callable = (...given: readonly unknown[]) => unknown;

/** The host behind the `api` that a plugin is registered with. Never fails. */
export function hostFrom(api: unknown, env: NodeJS.ProcessEnv): Host {
  const runtime = member(api, "runtime");
  const stateDir = call(member(runtime, "state"), "resolveStateDir", env);
  return {
    log: logFrom(member(api, "logger")),
    settings: fieldsOf(member(api, "pluginConfig")),
    stateDir: typeof stateDir === "string" && stateDir !== "" ? stateDir : undefined,
    messenger: messengerFrom(member(runtime, "system")),
    on: (name, handler) => {
      if (typeof member(api, "on") !== "function") return false;
      call(api, "on", name, (event: unknown, context: unknown) =>
        handler(fieldsOf(event), fieldsOf(context)),
      );
      return true;
    },
  };
}

/** Events of the system, and the heartbeat that has them read: 2026.6.5 and 2026.9.6 have both. */
function messengerFrom(system: unknown): Messenger | undefined {
  const wake = ["requestHeartbeat", "requestHeartbeatNow"].find(
    (name) => typeof member(system, name) === "function",
  );
  if (typeof member(system, "enqueueSystemEvent") !== "function" || wake === undefined) return undefined;
  return {
    tell: (text, { sessionKey, agentId }) => {
      const target = { sessionKey, ...(agentId === undefined ? {} : { agentId }) };
      // Older hosts answer with nothing, newer ones with whether they took it.
      if (call(system, "enqueueSystemEvent", text, target) === false) return false;
      call(system, wake, { source: "other", intent: "event", reason: "lastword-correction", ...target });
      return true;
    },
  };
}

function logFrom(logger: unknown): Log {
  const write =
    (level: "info" | "warn") =>
    (line: string): void => {
      const text = `lastword: ${line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`;
      if (typeof member(logger, level) === "function") call(logger, level, text);
      else process.emitWarning(text);
    };
  return { info: write("info"), warn: write("warn") };
}

function member(of: unknown, name: string): unknown {
  return (typeof of === "object" && of !== null) || typeof of === "function"
    ? Reflect.get(of, name)
    : undefined;
}

/** Calls a method where there is one; undefined where not. */
function call(on: unknown, name: string, ...given: readonly unknown[]): unknown {
  const method = member(on, name);
  return isCallable(method) ? Reflect.apply(method, on, given) : undefined;
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}
