/**
 * The public names with their declarations and doc comments, out of the declarations that the compiler emits. Reads
 * files; writes none.
 *
 * A generator of our own, since the usual one (typedoc) wants a TypeScript up to 6.0 beside the 7 that compiles this,
 * and makes a page a name. The parser is oxc's.
 */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import type { Comment, Program, Statement } from "oxc-parser";

/** A public name. */
export interface Declared {
  readonly name: string;
  /** Where it is declared, from the root of the sources: `transcripts/judge.ts`. */
  readonly module: string;
  readonly kind: "function" | "class" | "interface" | "type" | "const";
  /** Its declaration as emitted, without `export` and without the comment above it; each overload. */
  readonly signature: string;
  /** The comment above it, without its stars; empty where there is none. */
  readonly doc: string;
}

/** A module with public names. */
export interface DeclaredModule {
  readonly module: string;
  /** The comment at its top. */
  readonly doc: string;
  readonly names: readonly Declared[];
}

interface Parsed {
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/**
 * Every name that an index exports, by module, in the order of the index.
 *
 * @param root the folder of the emitted declarations
 * @param index the index's file in it
 * @throws {Error} for a name that is declared nowhere, or in a way that is not known here
 */
export function publicDeclarations(root: string, index: string): readonly DeclaredModule[] {
  const files = new Map<string, Parsed>();
  const parsed = (path: string): Parsed => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const text = readFileSync(path, "utf8");
    const { program, comments, errors } = parseSync(path, text);
    if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
    const fresh = { text, program, comments };
    files.set(path, fresh);
    return fresh;
  };
  const modules = new Map<string, Declared[]>();
  for (const { name, path } of exportsOf(join(root, index), parsed)) {
    const module = relative(root, path)
      .replaceAll("\\", "/")
      .replace(/\.d\.ts$/, ".ts");
    const names = modules.get(module) ?? [];
    modules.set(module, [...names, declarationOf(name, module, parsed(path))]);
  }
  return [...modules].map(([module, names]) => {
    const { comments, text } = parsed(join(root, module.replace(/\.ts$/, ".d.ts")));
    const first = comments.find(({ type, value }) => type === "Block" && value.startsWith("*"));
    const isAtTop = first !== undefined && text.slice(0, first.start).trim() === "";
    return { module, doc: isAtTop ? docOf(first.value) : "", names };
  });
}

/** Where each exported name is declared: an index names the file that it has it from, which may be an index too. */
function exportsOf(
  path: string,
  parsed: (path: string) => Parsed,
): readonly { readonly name: string; readonly path: string }[] {
  return parsed(path).program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return [];
    const from = join(dirname(path), statement.source.value.replace(/\.ts$/, ".d.ts"));
    const below = new Map(exportsOf(from, parsed).map((one) => [one.name, one.path]));
    return statement.specifiers.map(({ exported }) => {
      const name = exported.type === "Literal" ? exported.value : exported.name;
      return { name, path: below.get(name) ?? from };
    });
  });
}

function declarationOf(name: string, module: string, { program, text, comments }: Parsed): Declared {
  const found = program.body.flatMap((statement) => {
    const kind = statement.type === "ExportNamedDeclaration" ? kindOf(statement, name) : undefined;
    return kind === undefined ? [] : [{ statement, kind }];
  });
  const [first] = found;
  if (first === undefined) throw new Error(`${module}: declares no ${name}`);
  const signature = found.map(({ statement }) => shown(text.slice(statement.start, statement.end)));
  return {
    name,
    module,
    kind: first.kind,
    signature: signature.join("\n"),
    doc: docAbove(first.statement, comments, text),
  };
}

/** As it is shown: without what says nothing to a reader, and indented by two. */
function shown(declaration: string): string {
  return declaration
    .replace(/^export (?:declare )?/, "")
    .replace(/^\s*#private;\n/m, "")
    .replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 2))
    .replaceAll(/\{@link (\S+?)\}/g, "`$1`");
}

function kindOf(statement: Statement, name: string): Declared["kind"] | undefined {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
  switch (declaration?.type) {
    case "TSDeclareFunction":
      return declaration.id?.name === name ? "function" : undefined;
    case "ClassDeclaration":
      return declaration.id?.name === name ? "class" : undefined;
    case "TSInterfaceDeclaration":
      return declaration.id.name === name ? "interface" : undefined;
    case "TSTypeAliasDeclaration":
      return declaration.id.name === name ? "type" : undefined;
    case "VariableDeclaration":
      return declaration.declarations.some(({ id }) => id.type === "Identifier" && id.name === name)
        ? "const"
        : undefined;
    default:
      return undefined;
  }
}

/** The doc comment that ends right above the statement. */
function docAbove(statement: Statement, comments: readonly Comment[], text: string): string {
  const above = comments.findLast(
    ({ type, value, end }) => type === "Block" && value.startsWith("*") && end <= statement.start,
  );
  if (above === undefined || text.slice(above.end, statement.start).trim() !== "") return "";
  return docOf(above.value);
}

/** A comment's text without its stars. */
function docOf(value: string): string {
  return value
    .replace(/^\*/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim();
}
