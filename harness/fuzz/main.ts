/**
 * The fuzzer: transcripts of every format, changed byte by byte and record by record, held to the laws that every
 * verdict keeps. It looks for crashes, hangs, a want of memory, and a tail, a stream, a cut or another spelling that
 * says something else than the whole.
 *
 * It is not guided by coverage: the libraries that do that for Node bring a native engine each, for more than the
 * reader has code. The corpus stands in for it: it reaches every rule, and the changes are made around that.
 */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { escapeText } from "../../src/cli/escape.ts";
import type { Io } from "../../src/cli/io.ts";
import { readCorpus } from "./corpus.ts";
import { inputOf } from "./input.ts";
import { watch } from "./watch.ts";
import type { Finding } from "./watch.ts";

const EXIT_DONE = 0;
const EXIT_FOUND = 1;
const EXIT_USAGE = 2;
const SECONDS_DEFAULT = 60;
/** The longest run, seconds: a day. */
const SECONDS_MAX = 86_400;
/** How much of a finding is printed, characters; all of it is in the file. */
const PRINTED_CHARS_MAX = 2_000;

const HELP = `Looks for transcripts that the reader of transcripts is wrong about.

  npm run fuzz                    a minute, with a seed of its own
  npm run fuzz -- --seconds N     so long
  npm run fuzz -- --seed S        the same inputs as every run with this seed

It ends at the first finding with exit code 1, prints the seed and a small input, and keeps the input in a file.
`;

interface Asked {
  readonly seconds: number;
  readonly seed: number;
  readonly help: boolean;
}

/**
 * Runs the fuzzer.
 *
 * @param args what was typed behind the program's name
 * @returns the exit code: 1 if something was found
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const asked = parse(args, io.now());
  if (typeof asked === "string") {
    await io.stderr.write(`fuzz: ${escapeText(asked)}\n\n${HELP}`);
    return EXIT_USAGE;
  }
  if (asked.help) {
    await io.stdout.write(HELP);
    return EXIT_DONE;
  }
  const { seed, seconds } = asked;
  await io.stdout.write(`fuzz: seed ${seed}, ${seconds} s\n`);
  const { inputs, finding } = await watch(seed, seconds * 1_000);
  if (finding === undefined) {
    await io.stdout.write(`fuzz: ${inputs} inputs kept every law\n`);
    return EXIT_DONE;
  }
  await io.stdout.write(findingText(finding, seed));
  return EXIT_FOUND;
}

/** What was asked for, or why it cannot be understood. */
function parse(args: readonly string[], now: number): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: "string" },
        seed: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    const seconds = Number(values.seconds ?? SECONDS_DEFAULT);
    const seed = Number(values.seed ?? now % 2 ** 31);
    if (!(seconds > 0 && seconds <= SECONDS_MAX)) {
      return `--seconds is a number up to ${SECONDS_MAX}, and not ${values.seconds}`;
    }
    if (!Number.isSafeInteger(seed)) return `--seed is a whole number, and not ${values.seed}`;
    return { seconds, seed, help: values.help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function findingText({ law, detail, index, bytes }: Finding, seed: number): string {
  const path = join(mkdtempSync(join(tmpdir(), "lastword-fuzz-")), `${law}-${seed}-${index}.jsonl`);
  writeFileSync(path, bytes);
  const { options } = inputOf(readCorpus(), seed, index);
  const input = escapeText(bytes.toString("utf8")).slice(0, PRINTED_CHARS_MAX);
  return [
    `fuzz: broke the law "${law}" with seed ${seed}, input ${index}`,
    `  ${escapeText(detail).slice(0, PRINTED_CHARS_MAX)}`,
    `  options ${JSON.stringify(options)}`,
    `  ${bytes.byteLength} bytes, kept in ${escapeText(path)}`,
    `  ${input}`,
    "",
  ].join("\n");
}
