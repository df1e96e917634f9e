/**
 * Puts our entries into settings, and takes them out again: as changes of the text, so that whatever else is in it stays
 * as it was written, in its order and with its blanks. Pure.
 */

import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { asArray, asObject } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { hookEntries } from "./hook-entries.ts";
import type { EntryContext, RelayEntry } from "./hook-entries.ts";
import { appendAt, replaceAt, takeOutAt } from "./json-text.ts";
import type { JsonPath } from "./json-text.ts";
import { relayHook } from "./relay-command.ts";
import type { RelayHook, RelayProgram } from "./relay-command.ts";
import { RELAY_EVENTS } from "./relay-events.ts";
import type { RelayEvent } from "./relay-events.ts";

/** The new text, or why there is none. */
export type Edited =
  | { readonly kind: "edited"; readonly text: string }
  /** Settings that cannot be changed without losing something. */
  | { readonly kind: "refused"; readonly detail: string };

/**
 * The settings with one whole entry of ours for each event: one that is right stays, one that is ours and not right is put
 * right, one too many is taken out, and a missing one stands behind whatever the event has already.
 *
 * @param text a JSON object, or nothing
 */
export function withRelay(text: string, program: RelayProgram, context: EntryContext): Edited {
  const start = text.trim() === "" ? "{}\n" : text;
  const twice = keyTwice(start);
  if (twice !== undefined) return { kind: "refused", detail: twice };
  const editor = new Editor(start);
  for (const event of RELAY_EVENTS) {
    const hook = relayHook(program, event);
    const wanted = hook.command;
    const ours = entriesFor(editor.value, event, context);
    const kept =
      ours.find((entry) => entry.whole && entry.command === wanted) ?? ours.find(({ whole }) => whole);
    // From the end: what stands before keeps its place.
    for (const entry of ours.toReversed()) if (entry !== kept) editor.takeOut(entry);
    const [now] = entriesFor(editor.value, event, context);
    if (now === undefined) {
      const refused = editor.append(event, hook);
      if (refused !== undefined) return { kind: "refused", detail: refused };
    } else if (now.command !== wanted) editor.text = replaceAt(editor.text, [...now.path, "command"], wanted);
  }
  return { kind: "edited", text: editor.text === start && text.trim() === "" ? text : editor.text };
}

/** The settings without any entry of ours, and without what stood there for them alone. */
export function withoutRelay(text: string, context: EntryContext): Edited {
  if (text.trim() === "") return { kind: "edited", text };
  const twice = keyTwice(text);
  if (twice !== undefined) return { kind: "refused", detail: twice };
  const editor = new Editor(text);
  for (const entry of hookEntries(editor.value, context).ours.toReversed()) editor.takeOut(entry);
  return { kind: "edited", text: editor.text };
}

function entriesFor(value: JsonObject, event: RelayEvent, context: EntryContext): readonly RelayEntry[] {
  return hookEntries(value, context).ours.filter((entry) => entry.event === event);
}

/** A text under change, and what it says now. */
class Editor {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): JsonObject {
    return asObject(JSON.parse(this.text)) ?? {};
  }

  /** Adds a group with our hook behind the event's others. Returns why it cannot. */
  append(event: RelayEvent, hook: RelayHook): string | undefined {
    // A null holds nothing that could be lost.
    this.#emptyForNull([], "hooks", {});
    const hooks = asObject(this.value["hooks"]);
    if (hooks === undefined) return "hooks is no object; repair it by hand";
    this.#emptyForNull(["hooks"], event, []);
    if (!Array.isArray(asObject(this.value["hooks"])?.[event])) {
      return `hooks.${event} is no list; repair it by hand`;
    }
    this.text = appendAt(this.text, ["hooks", event], { hooks: [hook] });
    return undefined;
  }

  /** Takes a hook out, and around it what would stay empty. */
  takeOut({ event, path }: RelayEntry): void {
    this.text = takeOutAt(this.text, this.#aloneAt(event, path));
  }

  /** Puts something empty where a null stands, or nothing. */
  #emptyForNull(path: JsonPath, key: string, empty: object): void {
    const parent = path.length === 0 ? this.value : asObject(this.value["hooks"]);
    const found = parent?.[key];
    if (found === undefined) this.text = appendAt(this.text, path, empty, key);
    else if (found === null) this.text = replaceAt(this.text, [...path, key], empty);
  }

  /** The highest place that holds nothing but this hook. */
  #aloneAt(event: RelayEvent, path: RelayEntry["path"]): JsonPath {
    const [, , index] = path;
    const hooks = asObject(this.value["hooks"]) ?? {};
    const groups = asArray(hooks[event]);
    const group = asObject(groups[index]) ?? {};
    // A group with a matcher was made by somebody, who may have more to put into it.
    if (asArray(group["hooks"]).length > 1 || Object.keys(group).length > 1) return path;
    if (groups.length > 1) return ["hooks", event, index];
    return Object.keys(hooks).length > 1 ? ["hooks", event] : ["hooks"];
  }
}

/** Which key stands twice where we write: of two, the host reads the one and an editor changes the other. */
function keyTwice(text: string): string | undefined {
  const root = parseTree(text);
  const hooks = valuesOf(root, "hooks");
  if (hooks.length > 1) return "hooks stands in it twice; repair it by hand";
  const names = (hooks[0]?.children ?? []).map((property) => String(property.children?.[0]?.value));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `hooks.${twice} stands in it twice; repair it by hand`;
}

function valuesOf(node: Node | undefined, key: string): readonly Node[] {
  const properties = node?.type === "object" ? (node.children ?? []) : [];
  return properties.flatMap(({ children: [name, value] = [] }) =>
    name?.value === key && value !== undefined ? [value] : [],
  );
}
