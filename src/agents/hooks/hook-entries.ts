/**
 * What settings register for the relay's events: the relays' entries, and what the host cannot use, each with its JSON pointer.
 * Pure. Source: formats.md, "Claude Code's hooks"; seen in 2.1.332: an event whose value is no list, a group or a hook
 * that is invalid is dropped alone, with a line on standard error; older versions drop more, and say nothing.
 */

import { asArray, asObject, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { readRelayCommand } from "./relay-command.ts";
import type { RegisteredRelay } from "./relay-command.ts";
import { RELAY_EVENTS } from "./relay-events.ts";
import type { RelayEvent } from "./relay-events.ts";

/** Where a hook stands: its event, its group, its place in the group. */
export type HookPath = readonly ["hooks", RelayEvent, number, "hooks", number];

/** An entry of a relay's. */
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
  /** A loop's own. */
  readonly loops: readonly RelayEntry[];
  /** True where a command stands for Stop that is no relay's we know: it may be somebody's own. */
  readonly strange: boolean;
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
  const found: Found = { relays: [], faults: [], strange: false };
  const byEvent = asObject(hooks);
  if (byEvent !== undefined) {
    for (const event of RELAY_EVENTS) readEvent(event, byEvent[event], context, found);
  } else if (hooks !== undefined) {
    found.faults.push({ pointer: "/hooks", detail: `hooks must be an object, and is ${nameOf(hooks)}` });
  }
  return {
    ours: found.relays.filter(({ relay }) => relay.of === "lastword"),
    loops: found.relays.filter(({ relay }) => relay.of === "bmad-loop"),
    faults: found.faults,
    strange: found.strange,
    ...disabled,
  };
}

interface Found {
  readonly relays: RelayEntry[];
  readonly faults: EntryFault[];
  strange: boolean;
}

function readEvent(event: RelayEvent, groups: unknown, context: EntryContext, found: Found): void {
  if (groups === undefined) return;
  const at = `/hooks/${event}`;
  if (!Array.isArray(groups)) {
    found.faults.push({ event, pointer: at, detail: `it must be a list, and is ${nameOf(groups)}` });
    return;
  }
  for (const [index, value] of groups.entries()) {
    const fault = faultOfGroup(value);
    if (fault !== undefined) {
      found.faults.push({ event, pointer: `${at}/${index}${fault.below}`, detail: fault.detail });
      continue;
    }
    const group = asObject(value) ?? {};
    for (const [place, hook] of asArray(group["hooks"]).entries()) {
      readHook(hook, ["hooks", event, index, "hooks", place], isForAll(group), context, found);
    }
  }
}

function readHook(
  hook: unknown,
  path: HookPath,
  always: boolean,
  { project, self }: EntryContext,
  found: Found,
): void {
  const [, event] = path;
  const detail = faultOfHook(hook);
  if (detail !== undefined) {
    found.faults.push({ event, pointer: `/${path.join("/")}`, detail });
    return;
  }
  const command = asString(asObject(hook)?.["command"]);
  if (command === undefined) return;
  const relay = readRelayCommand(command, project, self);
  if (relay === undefined) found.strange ||= event === "Stop";
  else found.relays.push({ event, path, command, relay, whole: always && relay.event === event });
}

function isForAll({ matcher }: JsonObject): boolean {
  return matcher === undefined || matcher === "" || matcher === "*";
}

function faultOfGroup(value: unknown): { readonly below: string; readonly detail: string } | undefined {
  const group = asObject(value);
  if (group === undefined) return { below: "", detail: `it must be an object, and is ${nameOf(value)}` };
  const { matcher, hooks } = group;
  if (matcher !== undefined && typeof matcher !== "string") {
    return { below: "/matcher", detail: `it must be text, and is ${nameOf(matcher)}` };
  }
  return Array.isArray(hooks)
    ? undefined
    : { below: "/hooks", detail: `it must be a list, and is ${nameOf(hooks)}` };
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

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty text";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`.replace("a object", "an object");
}
