/**
 * Every recording and every case, through the command line and through the import, read whole and from the tail. It
 * prints one table, and fails with the rows that are wrong.
 */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { judgeTranscript, judgeTranscriptSync } from "../src/transcripts/index.ts";
import type { Judgement, JudgeOptions } from "../src/transcripts/index.ts";
import { run } from "./support/command-line.ts";
import { fileOf } from "./support/judged.ts";

interface Row {
  readonly format: string;
  readonly version: string;
  readonly scenario: string;
  readonly path: string;
  readonly options: JudgeOptions;
  readonly kinds: readonly string[];
  readonly reason?: string;
  readonly text?: string;
  readonly salvage?: string;
  readonly warnings: readonly string[];
}

interface Recording {
  readonly file: string;
  readonly agent: string;
  readonly scenario: string;
  readonly expect: readonly string[];
  readonly text?: string;
}

interface Case {
  readonly id: string;
  readonly format: string;
  readonly lines: readonly string[];
  readonly finalNewline?: boolean;
  readonly options: JudgeOptions;
  readonly expect: {
    kind: string;
    reason: string;
    text?: string;
    salvage?: string;
    warnings?: readonly string[];
  };
}

const FIXTURES = new URL("./fixtures/", import.meta.url);
/** Where the shared rows lie, in a checkout that has them beside it: newer than the fixtures, perhaps. */
const SHARED = new URL("../../shared/", import.meta.url);

function linesOf<T>(url: URL): T[] {
  return readFileSync(url, "utf8")
    .trim()
    .split("\n")
    .map((line): T => JSON.parse(line));
}

function recordings(base: URL): Row[] {
  return linesOf<Recording>(new URL("recordings/index.jsonl", base)).map(
    ({ file, agent, scenario, ...row }) => ({
      format: agent,
      version: file.split("/")[0]?.replace(`${agent}-`, "") ?? "",
      scenario: `${scenario} ${file.split("/").slice(1).join("/")}`,
      path: fileURLToPath(new URL(`recordings/${file}`, base)),
      options: {},
      kinds: row.expect,
      warnings: [],
      ...(row.text === undefined ? {} : { text: row.text }),
    }),
  );
}

function cases(base: URL): Row[] {
  // A case that waits is a decision of the other half, not a verdict (cases/README).
  const rows = linesOf<Case>(new URL("cases/transcripts.jsonl", base)).filter(
    (row) => row.expect.kind !== "wait",
  );
  return rows.map(({ id, format, lines, finalNewline, options, expect: { kind, warnings, ...rest } }) => ({
    format,
    version: "",
    scenario: id,
    path: fileOf(lines.join("\n") + (finalNewline === false ? "" : "\n"), `${id}.jsonl`),
    options,
    kinds: [kind],
    warnings: warnings ?? [],
    ...rest,
  }));
}

interface Said {
  readonly kind: string;
  readonly reason: string;
  readonly text?: string | undefined;
  readonly salvage?: string | undefined;
  readonly warnings: readonly { readonly code: string; readonly line?: number }[];
}

function saidBy(judgement: Judgement): Said {
  const { kind, reason, warnings } = judgement;
  return judgement.kind === "terminal"
    ? { kind, reason, warnings, text: judgement.text }
    : { kind, reason, warnings, salvage: judgement.salvage?.text };
}

async function throughCommandLine({ path, options }: Row): Promise<Said> {
  const { since, sessionId } = options;
  const flags = [
    ...(since === undefined ? [] : ["--since", String(Number(since))]),
    ...(sessionId === undefined ? [] : ["--session-id", sessionId]),
  ];
  const { out } = await run(["check", "--json", ...flags, path]);
  const said: Said = JSON.parse(out);
  return said;
}

function isRight(row: Row, said: Said): boolean {
  const codes = said.warnings.flatMap(({ code, line }) => [code, `${code}:${line ?? 0}`]);
  return (
    row.kinds.includes(said.kind) &&
    (row.reason === undefined || row.reason === said.reason) &&
    (row.text === undefined || row.text === said.text) &&
    (row.salvage === undefined || row.salvage === said.salvage) &&
    row.warnings.every((warning) => codes.includes(warning))
  );
}

const bases = existsSync(new URL("recordings/index.jsonl", SHARED)) ? [FIXTURES, SHARED] : [FIXTURES];

test.each(bases.map((base) => [base === FIXTURES ? "in the fixtures" : "beside the project", base]))(
  "every row %s is right, however it is asked",
  async (_, base) => {
    const table: string[] = [];
    const wrong: string[] = [];
    for (const row of [...recordings(base), ...cases(base)]) {
      const answers = [
        await throughCommandLine(row),
        saidBy(await judgeTranscript(row.path, row.options)),
        // From the tail no warnings of the beginning are seen.
        {
          ...saidBy(judgeTranscriptSync(row.path, { ...row.options, wholeBytesMax: 1 })),
          warnings: undefined,
        },
      ];
      const right = answers.every((said) =>
        isRight(said.warnings === undefined ? { ...row, warnings: [] } : row, {
          ...said,
          warnings: said.warnings ?? [],
        }),
      );
      const got = [...new Set(answers.map(({ kind, reason }) => `${kind} ${reason}`))].join(" / ");
      const expected = `${row.kinds.join("|")} ${row.reason ?? ""}`.trim();
      const line = [row.format, row.version, row.scenario, expected, got].join("  ");
      table.push(`${right ? "right" : "WRONG"}  ${line}`);
      if (!right) wrong.push(line);
    }
    console.log(table.join("\n"));
    expect(wrong).toEqual([]);
    expect(table.length).toBeGreaterThan(150);
  },
);
