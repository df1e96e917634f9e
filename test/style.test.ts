/**
 * Holds the rules of the tree that no linter knows: which way imports may go, and a few habits. Reads every file
 * of ours as text; a rule that fires names the file.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const LINES_LISTED_FROM = 150;
const LINES_MAX = 400;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Without comments. Not a parser: a comment is known by standing at the start of its line. */
  readonly code: string;
  readonly imports: readonly string[];
}

const files = ["src", "test", "harness"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => filesUnder(folder));
const src = files.filter((file) => isUnder(file.path, "src"));

describe("import directions", () => {
  test("src imports nothing from test, harness or its own published name", () => {
    expect(
      offences(src, (to) => isUnder(to, "src") || (isPackage(to) && !isPackageNamed(to, "lastword"))),
    ).toEqual([]);
  });

  test("transcripts imports nothing above it", () => {
    const transcripts = src.filter((file) => isUnder(file.path, "src/transcripts"));
    expect(offences(transcripts, (to) => isUnder(to, "src/transcripts") || isPackage(to))).toEqual([]);
  });

  test("agents knows transcripts by its index alone", () => {
    const agents = src.filter((file) => isUnder(file.path, "src/agents"));
    const allowed = (to: string) =>
      isUnder(to, "src/agents") || to === "src/transcripts/index.ts" || isPackage(to);
    expect(offences(agents, allowed)).toEqual([]);
  });

  test("the verdict is pure: it and its parts import the events and the words of a verdict, nothing else", () => {
    const isPart = (path: string) =>
      path === "src/transcripts/verdict.ts" || isUnder(path, "src/transcripts/fold");
    const words = ["event", "reasons", "verdict-types"].map((name) => `src/transcripts/${name}.ts`);
    const pure = src.filter((file) => isPart(file.path) || words.includes(file.path));
    // A part may use another part; the words may use only each other.
    const allowed = (to: string, from: string) => words.includes(to) || (isPart(from) && isPart(to));
    expect(offences(pure, allowed)).toEqual([]);
  });
});

describe("habits", () => {
  test("no default export", () => {
    expect(withMatch(files, /^\s*export\s+default\b|\bas\s+default\b/m)).toEqual([]);
  });

  test("no enum", () => {
    expect(withMatch(files, /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w/m)).toEqual([]);
  });

  test("no drawer: a file is named for what it holds", () => {
    expect(
      files.map((file) => file.path).filter((path) => /(?:^|\/)(?:utils?|helpers?|misc)\.ts$/.test(path)),
    ).toEqual([]);
  });

  test("no note to do it later", () => {
    // Put together from pieces, so that this file does not name itself.
    const note = new RegExp(String.raw`\b(?:${["TO", "DO"].join("")}|${["FIX", "ME"].join("")})\b`);
    expect(files.filter((file) => note.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  test("no path of one machine", () => {
    // Invented homes are for examples: /home/user and /Users/me.
    const homes = /(?<![\w.$}-])\/(?:root|work|(?:home|Users)\/(?!(?:user|me)\b)\w+)\//;
    const here = (text: string) => text.includes(root.split(sep).join("/") + "/");
    expect(files.filter((file) => homes.test(file.text) || here(file.text)).map((file) => file.path)).toEqual(
      [],
    );
  });

  test("the lock names no registry", () => {
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toMatch(/"resolved":/);
  });

  test(`no source file over ${LINES_MAX} lines`, () => {
    const long = src
      .map((file) => ({ path: file.path, lines: file.text.split("\n").length - 1 }))
      .filter((file) => file.lines > LINES_LISTED_FROM)
      .sort((a, b) => b.lines - a.lines);
    if (long.length > 0) {
      const list = long.map((file) => `  ${file.lines} ${file.path}`).join("\n");
      console.info(`Source files over ${LINES_LISTED_FROM} lines:\n${list}`);
    }
    expect(long.filter((file) => file.lines > LINES_MAX)).toEqual([]);
  });
});

test("the tree was found", () => {
  expect(src.length).toBeGreaterThan(0);
  expect(files.some((file) => file.path === "test/style.test.ts")).toBe(true);
});

function filesUnder(folder: string): SourceFile[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .map((name) =>
      relative(root, join(root, folder, name))
        .split(sep)
        .join("/"),
    )
    .filter((path) => path.endsWith(".ts") && !isUnder(path, "test/fixtures"))
    .map((path) => readSource(path));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const code = text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const named = code.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g);
  return { path, text, code, imports: [...named].map(([, specifier = ""]) => resolved(path, specifier)) };
}

/** A relative import as a path from the root; a package's name as it stands. */
function resolved(from: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : `npm:${specifier}`;
}

function isPackage(to: string): boolean {
  return to.startsWith("npm:");
}

function isPackageNamed(to: string, name: string): boolean {
  return to === `npm:${name}` || to.startsWith(`npm:${name}/`);
}

function isUnder(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function offences(
  within: readonly SourceFile[],
  isAllowed: (to: string, from: string) => boolean,
): readonly string[] {
  return within.flatMap((file) =>
    file.imports.filter((to) => !isAllowed(to, file.path)).map((to) => `${file.path} imports ${to}`),
  );
}

function withMatch(within: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return within.filter((file) => pattern.test(file.code)).map((file) => file.path);
}
