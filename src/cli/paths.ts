/**
 * From what a person typed to what there is to judge: files, folders searched for transcripts, globs, `-` for
 * standard input. Looks; opens nothing. What it finds comes one by one, in a fixed order, so that a folder of any
 * number of files is judged while it is searched.
 */

import { readdirSync, statSync } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { isAbsolute } from "node:path";
import { bytesOf, joinPath, keyOfPath, pathFrom, textOfPath } from "./file-path.ts";
import type { FilePath } from "./file-path.ts";
import { nameKind } from "./transcript-names.ts";
import { spelledOnDisk } from "./undecoded.ts";

/** One thing to judge, or to tell of. */
export type Found =
  /** `special`: named by the user, and no regular file (a FIFO, a device, a socket). */
  | { readonly kind: "file"; readonly path: FilePath; readonly special: boolean }
  | { readonly kind: "standard-input" }
  /** A folder that could not be searched. */
  | { readonly kind: "closed-folder"; readonly path: FilePath; readonly detail: string }
  /** A copy that was retired; not judged unless asked for. */
  | { readonly kind: "left-out"; readonly path: FilePath }
  /** A folder without transcripts, or a pattern that matches nothing. */
  | { readonly kind: "nothing"; readonly path: FilePath; readonly detail: string };

export interface FindOptions {
  /** Take retired copies too. */
  readonly all: boolean;
}

/** The name of standard input on the command line. */
export const STANDARD_INPUT = "-";

/**
 * Finds what the arguments name, each file once, in the order of the arguments, a folder's files in the order of
 * their paths' bytes. Links to files are followed, links to folders only where they are named themselves.
 */
export async function* findTranscripts(
  args: readonly string[],
  options: FindOptions,
): AsyncGenerator<Found, void, undefined> {
  // One argument that is no pattern cannot name a file twice: then nothing need be remembered.
  const seen = args.length > 1 || !isThere(args[0] ?? "") ? new Set<string>() : undefined;
  for (const arg of args) {
    if (arg === STANDARD_INPUT) {
      if (isNew(seen, arg)) yield { kind: "standard-input" };
      continue;
    }
    for (const path of spelledOnDisk(arg)) {
      const stat = statOf(path);
      const found =
        stat === undefined && typeof path === "string" ? matches(path, options) : named(path, stat, options);
      for await (const one of found) {
        if (one.kind !== "file" || isNew(seen, keyOfPath(one.path))) yield one;
      }
    }
  }
}

function isNew(seen: Set<string> | undefined, key: string): boolean {
  if (seen === undefined) return true;
  const before = seen.size;
  return seen.add(key).size > before;
}

/** What a path names: a folder's transcripts, or the file itself, whatever its name. */
function* named(
  path: FilePath,
  stat: Stats | undefined,
  options: FindOptions,
): Generator<Found, void, undefined> {
  if (stat?.isDirectory() === true) yield* search(path, options);
  else yield { kind: "file", path, special: stat !== undefined && !stat.isFile() };
}

/** What a pattern matches; a text that is none names a file that is missing. */
async function* matches(pattern: string, options: FindOptions): AsyncGenerator<Found, void, undefined> {
  const { globSync, isDynamicPattern } = await import("tinyglobby");
  if (!isDynamicPattern(pattern)) {
    yield { kind: "file", path: pattern, special: false };
    return;
  }
  const paths = globSync(pattern, {
    absolute: isAbsolute(pattern),
    onlyFiles: false,
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  const sorted = paths.map((path) => Buffer.from(path)).sort((a, b) => a.compare(b));
  for (const bytes of sorted) {
    for (const path of spelledOnDisk(bytes.toString("utf8"))) yield* named(path, statOf(path), options);
  }
  if (sorted.length === 0) {
    yield {
      kind: "nothing",
      path: pattern,
      detail: "no file matches the pattern; check it, or name a file or folder",
    };
  }
}

/** A folder that was named: its transcripts, or a word that there are none. */
function* search(folder: FilePath, options: FindOptions): Generator<Found, void, undefined> {
  let judged = 0;
  let leftOut = 0;
  for (const found of walk(folder, options)) {
    if (found.kind === "left-out") leftOut += 1;
    else judged += 1;
    yield found;
  }
  if (judged > 0) return;
  const instead =
    leftOut > 0
      ? `only ${leftOut} retired ${leftOut === 1 ? "copy" : "copies"}; take them with --all`
      : "no transcript here (looked for *.jsonl and *.jsonl.zst); name a file itself if it has another name";
  yield { kind: "nothing", path: folder, detail: instead };
}

function* walk(folder: FilePath, options: FindOptions): Generator<Found, void, undefined> {
  let entries: Dirent<Buffer>[];
  try {
    entries = readdirSync(folder, { encoding: "buffer", withFileTypes: true });
  } catch (error) {
    yield {
      kind: "closed-folder",
      path: folder,
      detail: `${whyClosed(error)}; nothing in this folder was judged`,
    };
    return;
  }
  for (const entry of inPathOrder(entries)) {
    const path = joinPath(folder, pathFrom(entry.name));
    if (entry.isDirectory()) {
      yield* walk(path, options);
      continue;
    }
    const kind = nameKind(textOfPath(entry.name));
    if (kind === "other" || kind === "decoy") continue;
    // A FIFO or a device in a folder is nobody's transcript; a link that leads nowhere is told of when it is opened.
    if (entry.isSymbolicLink() ? statOf(path)?.isDirectory() === true : !entry.isFile()) continue;
    if (kind === "retired" && !options.all) yield { kind: "left-out", path };
    else yield { kind: "file", path, special: false };
  }
}

/** Sorted so that the paths of the whole tree come in the order of their bytes: a folder counts with its slash. */
function inPathOrder(entries: readonly Dirent<Buffer>[]): readonly Dirent<Buffer>[] {
  return entries
    .map((entry) => ({ entry, key: entry.isDirectory() ? bytesOf(joinPath(entry.name, "")) : entry.name }))
    .sort((a, b) => a.key.compare(b.key))
    .map(({ entry }) => entry);
}

function statOf(path: FilePath): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // No permission, a loop of links, a name too long: opening it says which.
    return undefined;
  }
}

function isThere(path: string): boolean {
  return statOf(path) !== undefined;
}

function whyClosed(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "permission denied; run as a user who may list it";
    case "ENOENT":
      return "it was removed during the search";
    default:
      return `the system refused to list it (${code})`;
  }
}
