/**
 * Changes of a JSON text in place: what is put in is laid out as its neighbours are, and not a byte of anything else
 * moves. What is appended and taken out again leaves the text as it was. Pure.
 */

import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";

/** The way to a value: keys and indexes. */
export type JsonPath = readonly (string | number)[];

/**
 * Appends a value to the object or list at a path.
 *
 * @param key the value's name, where it goes into an object
 */
export function appendAt(text: string, path: JsonPath, value: unknown, key?: string): string {
  const container = nodeAt(text, path);
  const children = container?.children ?? [];
  if (container === undefined) return text;
  const { gap, edge, spaced, unit } = layoutOf(text, container);
  const name = key === undefined ? "" : `${JSON.stringify(key)}${spaced ? ": " : ":"}`;
  const json = gap.includes("\n")
    ? JSON.stringify(value, undefined, unit).replaceAll("\n", gap)
    : JSON.stringify(value);
  const last = children.at(-1);
  if (last !== undefined) return spliced(text, endOf(last), endOf(last), `,${gap}${name}${json}`);
  return spliced(
    text,
    container.offset + 1,
    endOf(container) - 1,
    `${edge === "" ? "" : gap}${name}${json}${edge}`,
  );
}

/** Takes out the value at a path, with its name where it has one. */
export function takeOutAt(text: string, path: JsonPath): string {
  const value = nodeAt(text, path);
  const node = value?.parent?.type === "property" ? value.parent : value;
  const container = node?.parent;
  const siblings = container?.children ?? [];
  if (node === undefined || container === undefined) return text;
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (before !== undefined) return spliced(text, endOf(before), endOf(node), "");
  if (after !== undefined) return spliced(text, node.offset, after.offset, "");
  return spliced(text, container.offset + 1, endOf(container) - 1, "");
}

/** Puts another value in the place of the one at a path; for values that stand on one line. */
export function replaceAt(text: string, path: JsonPath, value: string | readonly [] | object): string {
  const node = nodeAt(text, path);
  return node === undefined ? text : spliced(text, node.offset, endOf(node), JSON.stringify(value));
}

/** How the parts of a container stand. */
interface Layout {
  /** Between a comma and what follows it. */
  readonly gap: string;
  /** Before the closing bracket of one that was empty. */
  readonly edge: string;
  /** True where a blank stands behind a colon. */
  readonly spaced: boolean;
  /** One step of indent. */
  readonly unit: string;
}

function layoutOf(text: string, container: Node): Layout {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const [first, second] = container.children ?? [];
  const own = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", container.offset) + 1))?.[0] ?? "";
  if (first === undefined) {
    // An empty one says nothing of its own; a whole file on one line does.
    const oneLine = container.parent !== undefined && !text.trim().includes("\n");
    const spaced = !oneLine || text.includes('": ');
    return { gap: oneLine ? "" : `${eol}${own}${unit}`, edge: oneLine ? "" : `${eol}${own}`, spaced, unit };
  }
  const before = text.slice(container.offset + 1, first.offset);
  if (before.includes("\n")) {
    return { gap: `${eol}${before.slice(before.lastIndexOf("\n") + 1)}`, edge: "", spaced: true, unit };
  }
  const between = second === undefined ? "" : text.slice(endOf(first), second.offset);
  const spaced = text.includes('": ');
  const gap = /^,([ \t]*)$/.exec(between)?.[1] ?? (spaced ? " " : "");
  return { gap, edge: "", spaced, unit };
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const root = parseTree(text);
  return root === undefined ? undefined : findNodeAtLocation(root, [...path]);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function spliced(text: string, start: number, end: number, middle: string): string {
  return text.slice(0, start) + middle + text.slice(end);
}
