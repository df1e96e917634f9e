/** README.md and docs/: every example is run, or held to the code, by a test; every link leads somewhere. */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { commandModels } from "../src/cli/command-model.ts";
import { programFor } from "../src/cli/main.ts";
import { Output } from "../src/cli/output.ts";
import { correctionFor } from "../src/agents/openclaw/plugin/correction.ts";
import type { OpenClawRun } from "../src/agents/openclaw/run.ts";
import { answerOf } from "./examples/readme-library.ts";
import { build, shell } from "./support/built-command-line.ts";
import type { Built } from "./support/built-command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "./support/folder.ts";
import { START } from "./support/openclaw-records.ts";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pagesIn("docs")];

/** A block of code, as it stands on its page. */
interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const BLOCKS: readonly Block[] = PAGES.filter((page) => !page.startsWith("docs/api/")).flatMap((page) =>
  [...textOf(page).matchAll(/^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm)].map(([, , language = "", text = ""]) => ({
    page,
    language,
    text,
  })),
);

/** Blocks that a test of their own page runs or compares: `page language`, and how many. */
const HELD_ELSEWHERE: Readonly<Record<string, number>> = {
  "README.md text": 1, // harness/proof.test.ts
  "docs/command-line.md console": 3, // command-line-page.test.ts
  "docs/stopped-sessions.md json": 2, // stopped-sessions-page.test.ts
  "docs/verdicts.md mermaid": 1, // verdicts-page.test.ts
};
/** Blocks that are held below. */
const HELD_HERE: Readonly<Record<string, number>> = { "docs/plugin.md json": 1, "docs/plugin.md text": 1 };

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .toSorted();
}

function onlyBlock(page: string, language: string, beginning = ""): string {
  const found = BLOCKS.filter(
    (block) => block.page === page && block.language === language && block.text.startsWith(beginning),
  );
  expect(found.length).toBe(1);
  return found[0]?.text ?? "";
}

test("every block is held by some test", () => {
  const counts: Record<string, number> = {};
  for (const { page, language } of BLOCKS) {
    if (language !== "ts" && language !== "sh") {
      counts[`${page} ${language}`] = (counts[`${page} ${language}`] ?? 0) + 1;
    }
  }
  expect(counts).toEqual({ ...HELD_ELSEWHERE, ...HELD_HERE });
});

test("every block of TypeScript is a file that is compiled and run", () => {
  const examples = readdirSync(join(ROOT, "test/examples")).map((name) => ({
    name,
    text: textOf(`test/examples/${name}`)
      .replaceAll("../../src/agents/index.ts", "lastword/agents")
      .replaceAll("../../src/index.ts", "lastword"),
  }));
  const shown = BLOCKS.filter(({ language }) => language === "ts");
  const files = shown.map(({ text }) => examples.find((example) => example.text === text)?.name ?? text);
  expect(new Set(files)).toEqual(new Set(examples.map(({ name }) => name)));
  // Each is run by a test, not only compiled.
  const tests = readdirSync(join(ROOT, "test")).filter((name) => name.endsWith(".test.ts"));
  const imported = tests.map((name) => textOf(`test/${name}`)).join("\n");
  expect(files.filter((name) => !imported.includes(`./examples/${name}"`))).toEqual([]);
});

describe("every command in a shell's block is one", () => {
  const nowhere = () => new Output(new Writable({ write: (_chunk, _encoding, done) => done() }));
  const stdin = { isTTY: false, async *[Symbol.asyncIterator]() {} };
  const io = { stdin, stdout: nowhere(), stderr: nowhere(), env: {}, now: () => 0 };
  const models = commandModels(programFor(io, () => {}));
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const lines = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ text }) =>
    text
      .replaceAll("\\\n", " ")
      .split(/\n|&&|\|\||;;|(?<!\|)\|(?!\|)/)
      .map((line) => line.replace(/ #.*$/, "").trim()),
  );

  test.each(lines.filter((line) => /^(?:lastword|node dist\/cli\.js)\b/.test(line)))("%s", (line) => {
    const words = line
      .replace(/^node dist\/cli\.js/, "lastword")
      .split(/\s+/)
      .slice(1);
    const model =
      models.find(({ path }) => path.length === 2 && path.join(" ") === words.slice(0, 2).join(" ")) ??
      models.find(({ path }) => path.join(" ") === (words[0] ?? ""));
    expect(model?.path).toEqual(words.slice(0, model?.path.length));
    const options = words.filter((word) => /^--\w/.test(word)).map((word) => word.split("=")[0]);
    const known = model?.options.flatMap(({ names }) => names) ?? [];
    expect(options.filter((option) => !known.includes(option ?? ""))).toEqual([]);
  });

  test("and so is every script of npm", () => {
    const run = lines.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? []);
    expect(run.length).toBeGreaterThan(1);
    expect(run.filter((name) => !["ci", "install"].includes(name) && scripts[name] === undefined)).toEqual(
      [],
    );
  });
});

test("every link to a file leads to one, and its anchor to a heading", () => {
  const lost = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+)\)|srcset="([^"]+)"|src="([^"]+)"/g)].flatMap(
      ([, link, set, source]) => {
        const [path = "", anchor] = (link ?? set ?? source ?? "").split("#");
        if (/^[a-z]+:/.test(path)) return [];
        const file = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, file))) return [`${page}: ${path}`];
        if (anchor === undefined || page.startsWith("docs/api/")) return [];
        const headings = [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\w -]/g, "")
            .replaceAll(" ", "-"),
        );
        return headings.includes(anchor) ? [] : [`${page}: ${path}#${anchor}`];
      },
    ),
  );
  expect(lost).toEqual([]);
});

test("README.md's library gives the answer, or says why there is none", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const folder = new Folder();
  expect(await answerOf(folder.write("child.jsonl", ANSWERED), new Date(START))).toBe("Three.");
  expect(log).not.toHaveBeenCalled();
  expect(await answerOf(folder.write("cut.jsonl", CUT_IN_TOOL), new Date(START))).toBeUndefined();
  expect(log.mock.calls.flat().join("\n")).toContain("trailing-tool-result");
  log.mockRestore();
});

describe("docs/plugin.md", () => {
  test("its settings are ones that the plugin takes", () => {
    const { plugins } = JSON.parse(onlyBlock("docs/plugin.md", "json")) as {
      plugins: { entries: { lastword: { config: object } } };
    };
    const { configSchema } = JSON.parse(textOf("openclaw.plugin.json")) as { configSchema: object };
    expect(new Ajv({ strict: false }).validate(configSchema, plugins.entries.lastword.config)).toBe(true);
  });

  test("what the parent is told is what it is told", () => {
    const run: OpenClawRun = {
      runId: "79f7ba83-1",
      childSessionKey: "agent:main:subagent:152859bd-1",
      requesterSessionKey: "agent:main:main",
      createdAt: 0,
      outcome: {
        status: "error",
        error: "Subagent execution was interrupted by a Gateway restart. It is gone.",
      },
    };
    const answer = {
      answer: "CHILD FINAL RESULT: the audit found 3 issues; all fixed.",
      answeredAt: Date.UTC(2026, 11, 1, 4, 39, 59, 213),
    };
    const told = correctionFor(run, answer, 16_384);
    const shown = onlyBlock("docs/plugin.md", "text").trimEnd();
    const pattern = shown.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("…", ".+");
    expect(told).toMatch(new RegExp(`^${pattern}$`));
  });
});

describe("what is typed in a shell", () => {
  let built: Built;
  beforeAll(() => {
    built = build();
  });
  afterAll(() => built.remove());

  test("README.md's hook: a session that ends well is complete, one that was cut is tried again", async () => {
    const script = onlyBlock("README.md", "sh", "lastword hook install");
    const folder = new Folder();
    folder.write("task.md", "Count.");
    const setUp = `
      cd "$1" && export HOME="$1"
      node() { "${process.execPath}" "$@"; }
      tell() { echo '{"session_id":"s-1"}' | lastword hook relay "$1"; }`;
    const well = `claude() { tell SessionStart; echo '{"files":3}' > result.json; tell Stop; tell SessionEnd; }`;
    const cut = "claude() { tell SessionStart; return 137; }";
    const run = (claude: string) => shell(built, [setUp, claude, script].join("\n"), [folder.path]);
    const { out, err } = await run(well);
    expect(err).toBe("");
    expect(out).toMatch(/^registered for every event: .*\n[\s\S]*there is a result\n$/);
    await shell(built, 'rm -r "$1/result.json" "$1/run"', [folder.path]);
    expect((await run(cut)).out).toMatch(/start it again\n$/);
    expect(script.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
  });

  test("docs/stores.md's runs: added, swept, its parent told, shown", async () => {
    const script = onlyBlock("docs/stores.md", "sh");
    const folder = new Folder();
    folder.write("child.jsonl", ANSWERED);
    const { out, err } = await shell(
      built,
      `cd "$1" && export HOME="$1" && touch -d 2026-11-01T10:00:10Z child.jsonl\n${script}`,
      [folder.path],
    );
    expect(`${out}\n${err}`).toContain("Three.");
    expect(readFileSync(folder.at("told.jsonl"), "utf8")).toContain('"Three."');
  });
});
