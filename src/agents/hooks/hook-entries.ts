/**
 * What settings register for the relay's events: our entries, and what the host cannot use, each with its JSON pointer.
 * Pure. Source: formats.md, "Claude Code's hooks"; seen in 2.1.332: an event whose value is no list, a group or a hook
 * that is invalid is dropped alone, with a line on standard error; older versions drop more, and say nothing.
 */

import { asObject, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { readRelayCommand } from "./relay-command.ts";
import type { RegisteredRelay } from "./relay-command.ts";
import { RELAY_EVENTS } from "./relay-events.ts";
import type { RelayEvent } from "./relay-events.ts";

/** Where a hook stands: its event, its group, its place in the group. */
export type HookPath = readonly ["hooks", RelayEvent, number, "hooks", number];

/** One of our entries. */
export interface RelayEntry {
  readonly event: RelayEvent;
  readonly path: HookPath;
  readonly command: string;
  readonly relay: RegisteredRelay;
  /** False where it does not relay this event, for every occasion of it. */
  readonly whole: boolean;
}

/** What the host cannot use. */
export interface EntryFault {
  /** Undefined where it spoils more than one event. */
  readonly event?: RelayEvent;
  /** A JSON Pointer. */
  readonly pointer: string;
  readonly detail: string;
}

/** All that settings say of the relay. */
export interface HookEntries {
  readonly ours: readonly RelayEntry[];
  readonly faults: readonly EntryFault[];
  /** Whether all hooks are switched off; undefined where the settings do not say. */
  readonly disabled?: boolean;
}

/** How commands are told apart; see `readRelayCommand`. */
export interface EntryContext {
  readonly project: string;
  readonly self?: string;
}

/** Reads what settings register. */
export function hookEntries(settings: JsonObject, context: EntryContext): HookEntries {
  const off = settings["disableAllHooks"];
  const disabled = typeof off === "boolean" ? { disabled: off } : {};
  const hooks = settings["hooks"];
  if (hooks === undefined) return { ours: [], faults: [], ...disabled };
  const byEvent = asObject(hooks);
  if (byEvent === undefined) {
    const detail = `hooks must be an object, and is ${nameOf(hooks)}`;
    return { ours: [], faults: [{ pointer: "/hooks", detail }], ...disabled };
  }
  const found = RELAY_EVENTS.map((event) => entriesOf(event, byEvent[event], context));
  return {
    ours: found.flatMap(({ ours }) => ours),
    faults: found.flatMap(({ faults }) => faults),
    ...disabled,
  };
}

type Found = Pick<HookEntries, "ours" | "faults">;

const NOTHING: Found = { ours: [], faults: [] };

function entriesOf(event: RelayEvent, groups: unknown, context: EntryContext): Found {
  if (groups === undefined) return NOTHING;
  const at = `/hooks/${event}`;
  if (!Array.isArray(groups)) return faulty(event, at, `it must be a list, and is ${nameOf(groups)}`);
  const found = groups.map((group: unknown, index) => entriesIn(event, group, index, context));
  return { ours: found.flatMap(({ ours }) => ours), faults: found.flatMap(({ faults }) => faults) };
}

function entriesIn(event: RelayEvent, value: unknown, index: number, context: EntryContext): Found {
  const at = `/hooks/${event}/${index}`;
  const group = asObject(value);
  if (group === undefined) return faulty(event, at, `it must be an object, and is ${nameOf(value)}`);
  const { matcher, hooks } = group;
  if (matcher !== undefined && typeof matcher !== "string") {
    return faulty(event, `${at}/matcher`, `it must be text, and is ${nameOf(matcher)}`);
  }
  if (!Array.isArray(hooks)) {
    return faulty(event, `${at}/hooks`, `it must be a list, and is ${nameOf(hooks)}`);
  }
  const always = matcher === undefined || matcher === "" || matcher === "*";
  const found = hooks.map((hook: unknown, place): Found => {
    const detail = faultOfHook(hook);
    if (detail !== undefined) return faulty(event, `${at}/hooks/${place}`, detail);
    const command = asString(asObject(hook)?.["command"]);
    const relay =
      command === undefined ? undefined : readRelayCommand(command, context.project, context.self);
    if (command === undefined || relay === undefined) return NOTHING;
    const path: HookPath = ["hooks", event, index, "hooks", place];
    return { ours: [{ event, path, command, relay, whole: always && relay.event === event }], faults: [] };
  });
  return { ours: found.flatMap(({ ours }) => ours), faults: found.flatMap(({ faults }) => faults) };
}

/** Kinds of hooks that are not commands are the host's own business. */
function faultOfHook(value: unknown): string | undefined {
  const hook = asObject(value);
  if (hook === undefined) return `it must be an object, and is ${nameOf(value)}`;
  const type = asString(hook["type"]);
  if (type === undefined) return `its type must be text, and is ${nameOf(hook["type"])}`;
  if (type !== "command") return undefined;
  const { command } = hook;
  if (command === undefined) return "it has no command";
  return typeof command === "string" && command.trim() !== ""
    ? undefined
    : `its command must be text that says something, and is ${nameOf(command)}`;
}

function faulty(event: RelayEvent, pointer: string, detail: string): Found {
  return { ours: [], faults: [{ event, pointer, detail }] };
}

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty text";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`.replace("a object", "an object");
}
