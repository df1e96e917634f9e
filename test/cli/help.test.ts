/** `lastword help`: topics that say what the code knows, and the help of commands at any depth. */

import { readFileSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import * as exitCodes from "../../src/cli/exit-codes.ts";
import { TOPIC_NAMES } from "../../src/cli/help-command.ts";
import { programFor } from "../../src/cli/main.ts";
import { Output } from "../../src/cli/output.ts";
import { TOPICS } from "../../src/cli/topics/all.ts";
import { EXEC_VARIABLES, VARIABLES } from "../../src/cli/topics/environment.ts";
import { EXIT_MEANINGS } from "../../src/cli/topics/exit-codes.ts";
import { KIND_MEANINGS } from "../../src/cli/topics/verdicts.ts";
import { kindOf, reasons, sentenceFor } from "../../src/index.ts";
import { Paper, run } from "../support/command-line.ts";

const pageOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
/** Without the breaks that a width makes. */
const unbroken = (text: string) => text.replaceAll(/\s+/g, " ");

test("the names that are offered are the topics", () => {
  expect(TOPICS.map(({ name }) => name)).toEqual([...TOPIC_NAMES]);
});

describe.each(TOPIC_NAMES.map((name) => ({ name })))("help $name", ({ name }) => {
  test("in 80 columns, and in a narrow terminal", async () => {
    const { code, out, err } = await run(["help", name]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^${name}: `));
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    const narrow = await run(["help", name], { columns: 60 });
    expect(narrow.out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

test("help reasons has every reason, with its sentence", async () => {
  const text = unbroken((await run(["help", "reasons"])).out);
  for (const reason of reasons) expect(text).toContain(` ${reason} ${sentenceFor(reason)}`);
});

test("help verdicts has every kind, as README.md and docs/verdicts.md have it", async () => {
  const text = unbroken((await run(["help", "verdicts"])).out);
  expect(Object.keys(KIND_MEANINGS).toSorted()).toEqual([...new Set(reasons.map(kindOf))].toSorted());
  for (const [kind, meaning] of Object.entries(KIND_MEANINGS)) {
    expect(text).toContain(` ${kind} ${meaning}`);
    expect(unbroken(pageOf("README.md"))).toContain(`| \`${kind}\` | ${meaning} |`);
  }
});

test("help exit-codes has every code that a command can give, as docs/command-line.md has it", async () => {
  const codes = [...new Set(Object.values(exitCodes))].toSorted((a, b) => a - b);
  expect(EXIT_MEANINGS.map(({ code }) => code)).toEqual(codes);
  const rows = EXIT_MEANINGS.map(
    ({ code, of, says }) =>
      `| ${code} | ${of === "wait" ? "`wait`" : of} | ${says.replace("| head", "\\| head")} |`,
  );
  expect(pageOf("docs/command-line.md")).toContain(rows.join("\n"));
});

describe("help environment", () => {
  /** All code that is shipped. */
  const source = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("topics"))
    .map((name) => readFileSync(`src/${name}`, "utf8"))
    .join("\n");
  const named = new Set([...VARIABLES, ...EXEC_VARIABLES].map(([name]) => name));

  test("has every variable that the code reads", () => {
    // By a key of an environment, whichever; and by a name handed on, where it is of a family that is known.
    const keys = [...source.matchAll(/\benv\["([A-Z_]+)"\]/g)];
    const names = [...source.matchAll(/"((?:LASTWORD|OPENCLAW|CLAUDE|CODEX|PI|BMAD|XDG)_[A-Z_]+)"/g)];
    const read = [...keys, ...names].map(([, name = ""]) => name);
    expect(read.length).toBeGreaterThan(20);
    expect([...new Set(read.filter((name) => !named.has(name)))]).toEqual([]);
  });

  test("has none that the code does not know", () => {
    expect([...named].filter((name) => !source.includes(name))).toEqual([]);
  });
});

test("help config has every setting of the schema", async () => {
  const text = unbroken((await run(["help", "config"])).out);
  const schema = JSON.parse((await run(["config", "schema"])).out) as {
    readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
  };
  for (const [command, { properties }] of Object.entries(schema.properties)) {
    if (properties !== undefined) expect(text).toContain(`${command} ${Object.keys(properties).join(", ")}`);
  }
});

const paper = new Output(new Paper());
const stdin = { async *[Symbol.asyncIterator]() {} };
const program = programFor({ stdin, stdout: paper, stderr: paper, env: {}, now: () => 0 }, () => {});

/** Every command, as it is typed: `check`, `runs list`. */
function commandNames(command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  return command.commands.flatMap((one) => [
    [...path, one.name()],
    ...commandNames(one, [...path, one.name()]),
  ]);
}

const NAMES = commandNames(program).map((words) => ({ words, name: words.join(" ") }));

describe.each([{ words: [], name: "" }, ...NAMES])("lastword $name", ({ words, name }) => {
  test("its help fits 80 columns", async () => {
    const { out } = await run([...words, "--help"]);
    expect(out.length).toBeGreaterThan(100);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("a remark behind an example is one to the shell too", async () => {
    const { out } = await run([...words, "--help"]);
    expect(out.split("\n").filter((line) => /^ {2}\$ .*\S {2,}[^#\s]/.test(line))).toEqual([]);
  });

  test("a mistake points to its own help", async () => {
    const { code, err } = await run([...words, "--no-such-option"]);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^Try lastword ${name === "" ? "" : `${name} `}--help\\b`, "m"));
  });
});

describe("help of commands", () => {
  test.each([[["check"]], [["runs", "list"]], [["hook", "install"]], [[]]])(
    "%j is its --help",
    async (words) => {
      const { code, out } = await run(["help", ...words]);
      expect({ code, out }).toEqual(await run([...words, "--help"]).then(({ out }) => ({ code: 0, out })));
    },
  );

  test.each([["nope"], ["check nope"], ["reasons nope"]])("%s: exit 2, and what there is", async (words) => {
    const { code, out, err } = await run(["help", ...words.split(" ")]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      `lastword: no command and no topic "${words}". Try lastword help, or lastword help ${TOPIC_NAMES.join("|")}.\n`,
    );
  });
});
