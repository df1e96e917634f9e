/** Thousands of transcripts: against the bare system calls, and against reading and parsing each whole. */

import { checkVerdict } from "./build.ts";
import type { Judging } from "./build.ts";
import { readBare } from "./bare.ts";
import { contest, ratio, spreadOf } from "./contest.ts";
import type { Spread } from "./contest.ts";
import { parseLines, parseWhole } from "./plain.ts";
import type { Row } from "./row.ts";
import type { Scale } from "./scale.ts";
import { sizeName } from "./single.ts";
import type { Workshop } from "./workshop.ts";

const BARE_SHARE = { atLeast: 1 / 2 };
const PARSE_FACTOR = { atLeast: 20 };
/**
 * Everyone takes so many files at a time. Few: a go must be over before the system gives the processor to another
 * program, or a busy machine slows the slow ones and leaves the quick ones alone.
 */
const SLICE = 25;

/** Measures refusals, then answers. */
export async function measureMany(
  judging: Judging,
  scale: Scale,
  workshop: Workshop,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const ending of ["open-call", "answer"] as const) {
    const paths = workshop.many(`many-${ending}`, scale.files, {
      bytesMin: scale.fileBytes,
      turns: "several",
      ending,
    });
    for (const path of paths) checkVerdict(judging, path, ending);
    const found = await measureEach(paths, judging.judgeTranscriptSync, scale);
    const part = `${scale.files.toLocaleString("en")} x ${sizeName(scale.fileBytes)}, ${ending === "answer" ? "answers" : "refusals"}`;
    rows.push(...found.map((row) => ({ ...row, part })));
  }
  return rows;
}

async function measureEach(
  paths: readonly string[],
  judge: Judging["judgeTranscriptSync"],
  scale: Scale,
): Promise<readonly Omit<Row, "part">[]> {
  const slices = Array.from({ length: Math.ceil(paths.length / SLICE) }, (_, index) =>
    paths.slice(index * SLICE, (index + 1) * SLICE),
  );
  const block = Buffer.allocUnsafeSlow(scale.fileBytes * 2);
  let slice: readonly string[] = [];
  const each = (work: (path: string) => unknown) => () => {
    for (const path of slice) work(path);
  };
  const contenders = [
    { name: "bare", run: each((path) => readBare(path, block)) },
    { name: "judge", run: each((path) => judge(path)) },
    { name: "known", run: each((path) => judge(path, { descendantsKnown: true })) },
    { name: "parse", run: each(parseWhole) },
    {
      name: "readline",
      run: async () => {
        for (const path of slice) await parseLines(path);
      },
    },
  ] as const;
  const total = new Map<(typeof contenders)[number]["name"], number[]>(
    contenders.map(({ name }) => [name, []]),
  );
  // As many rounds over all files as there are rounds; every slice is a round of its own.
  const rounds = Math.max(1, Math.round((scale.rounds * 2) / slices.length));
  for (slice of slices) {
    for (const [name, times] of await contest(contenders, rounds)) total.get(name)?.push(...times);
  }
  const inverse = (spread: Spread): Spread => ({
    median: 1 / spread.median,
    low: 1 / spread.high,
    high: 1 / spread.low,
  });
  const perFile = (name: "bare" | "judge") =>
    spreadOf(total.get(name) ?? [], (ms) => (ms * 1_000) / Math.min(SLICE, paths.length));
  return [
    {
      what: "rate, of the bare system calls",
      measured: inverse(ratio(total, "judge", "bare")),
      unit: "x",
      goal: BARE_SHARE,
    },
    {
      what: "the same, descendants known",
      measured: inverse(ratio(total, "known", "bare")),
      unit: "x",
      goal: BARE_SHARE,
    },
    {
      what: "faster than readFile, split, JSON.parse",
      measured: ratio(total, "parse", "judge"),
      unit: "x",
      goal: PARSE_FACTOR,
    },
    {
      what: "the same, descendants known",
      measured: ratio(total, "parse", "known"),
      unit: "x",
      goal: PARSE_FACTOR,
    },
    {
      what: "faster than a readline loop",
      measured: ratio(total, "readline", "judge"),
      unit: "x",
      goal: PARSE_FACTOR,
    },
    { what: "one verdict", measured: perFile("judge"), unit: "us" },
    { what: "the bare system calls of one", measured: perFile("bare"), unit: "us" },
  ];
}
