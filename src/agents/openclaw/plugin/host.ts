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

/** A session, and the agent that it is of where its key does not say so. */
export interface Recipient {
  readonly sessionKey: string;
  readonly agentId: string | undefined;
}

/** What the host offers. */
export interface Host {
  readonly log: Log;
  /** The plugin's own settings, as the user wrote them. */
  readonly settings: Fields;
  readonly stateDir: string | undefined;
  /** Asks for a turn of a session at once, which may not come. Undefined where the host cannot be asked. */
  readonly wake: ((to: Recipient) => void) | undefined;
  /** True where the user lets this plugin look at conversations: then it may add to any turn, not heartbeats' alone. */
  readonly mayJoinTurns: boolean;
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
    wake: wakeFrom(member(runtime, "system")),
    mayJoinTurns: mayJoinTurns(member(api, "config")),
    on: (name, handler) => {
      if (typeof member(api, "on") !== "function") return false;
      call(api, "on", name, (event: unknown, context: unknown) =>
        handler(fieldsOf(event), fieldsOf(context)),
      );
      return true;
    },
  };
}

/** The host's heartbeat: 2026.6.5 and 2026.9.6 have it. */
function wakeFrom(system: unknown): Host["wake"] {
  // The older name goes away; the newer one came before 2026.6.5.
  const wake = ["requestHeartbeat", "requestHeartbeatNow"].find(
    (name) => typeof member(system, name) === "function",
  );
  if (wake === undefined) return undefined;
  return ({ sessionKey, agentId }) => {
    call(system, wake, { ...WAKE, sessionKey, ...(agentId === undefined ? {} : { agentId }) });
  };
}

/** `plugins.entries.lastword.hooks.allowConversationAccess`: without it, the host refuses the hook, and warns of it. */
function mayJoinTurns(config: unknown): boolean {
  const path = ["plugins", "entries", "lastword", "hooks", "allowConversationAccess"];
  return path.reduce(member, config) === true;
}

/**
 * A heartbeat as both versions give it without delay. An `event` would wait for its agent's next one, up to half an
 * hour, or (2026.6.5) be dropped; by the reason `wake` an empty HEARTBEAT.md is no reason to stay away; of this source
 * 2026.9 takes one for an agent without heartbeats of its own, too. More than five a minute for one agent are put off,
 * or (2026.6.5) dropped.
 */
const WAKE = { source: "background-task", intent: "immediate", reason: "wake" };

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
