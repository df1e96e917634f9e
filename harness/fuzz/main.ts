/**
 * The fuzzer: transcripts of every format, changed byte by byte and record by record, held to the laws that every
 * verdict keeps. It looks for crashes, hangs and a want of memory, too.
 *
 * It is not guided by coverage: the libraries that do that for Node bring a native engine each, for more than the
 * reader has code. The corpus stands in for it: it reaches every rule, and the changes are made around that.
 */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { escapeText } from "../../src/cli/escape.ts";
import type { Io } from "../../src/cli/io.ts";
import { findingText, keep } from "./finding.ts";
import { watch } from "./watch.ts";

const EXIT_DONE = 0;
const EXIT_FOUND = 1;
const EXIT_USAGE = 2;
const SECONDS_DEFAULT = 60;
/** The longest run, seconds: a day. */
const SECONDS_MAX = 86_400;
const FINDINGS_DEFAULT = join(tmpdir(), "lastword-fuzz");

const HELP = `Looks for transcripts that the reader of transcripts is wrong about.

  npm run fuzz                        a minute, with a seed of its own
  npm run fuzz -- --seconds N         so long
  npm run fuzz -- --seed S            the same inputs as every run with this seed
  npm run fuzz -- --from N            from this input on
  npm run fuzz -- --findings FOLDER   where a finding is kept; ${FINDINGS_DEFAULT} if nothing is said

It ends at the first finding with exit code 1, makes the input as small as it can, prints it and keeps it in a file.
`;

interface Asked {
  readonly seconds: number;
  readonly seed: number;
  readonly from: number;
  readonly findings: string;
  readonly help: boolean;
}

/**
 * Runs the fuzzer.
 *
 * @param args what was typed behind the program's name
 * @returns the exit code: 0 where every law held, 1 where something was found, 2 where the arguments make no sense
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
  const { seed, from, seconds, findings } = asked;
  await io.stdout.write(`fuzz: seed ${seed}, ${seconds} s\n`);
  const { inputs, finding } = await watch({ seed, from, ms: seconds * 1_000 });
  if (finding === undefined) {
    await io.stdout.write(`fuzz: ${inputs} inputs kept every law\n`);
    return EXIT_DONE;
  }
  await io.stdout.write(findingText(finding, keep(finding, findings)));
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
        from: { type: "string", default: "0" },
        findings: { type: "string", default: FINDINGS_DEFAULT },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    const { findings, help } = values;
    const seconds = Number(values.seconds ?? SECONDS_DEFAULT);
    const seed = Number(values.seed ?? now % 2 ** 31);
    const from = Number(values.from);
    if (!(seconds > 0 && seconds <= SECONDS_MAX)) {
      return `--seconds is a number up to ${SECONDS_MAX}, and not ${values.seconds}`;
    }
    if (!Number.isSafeInteger(seed)) return `--seed is a whole number, and not ${values.seed}`;
    if (!(Number.isSafeInteger(from) && from >= 0)) {
      return `--from is an input's number, and not ${values.from}`;
    }
    return { seconds, seed, from, findings, help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
