/** One file of growing size: what a refusal and an answer cost, and how fast the search for launched work is. */

import { readSync, openSync, closeSync, statSync } from "node:fs";
import { readBare } from "./bare.ts";
import { checkVerdict } from "./build.ts";
import type { Judging } from "./build.ts";
import { contest, ratio, spreadOf } from "./contest.ts";
import type { Row } from "./row.ts";
import type { Scale } from "./scale.ts";
import type { Workshop } from "./workshop.ts";

const SAME_COST = { atMost: 1.5 };
const OF_BARE = { atMost: 3 };
const SEARCH_RATE = { atLeast: 3 };
const SIZES = ["small", "middle", "large"] as const;
const SHAPES = ["several", "one"] as const;
const SHAPE_NAMES = { several: "many turns", one: "one huge turn" } as const;
const PARTS = ["a refusal", "an answer, descendants known", "an answer, work searched for"] as const;
/** What a verdict costs depends on the last lines: they are the same at every size. */
const END_SEED = 7;
const READ_BYTES = 1024 * 1024;
/** What the bare calls read of a file's end. */
const END_BYTES = 64 * 1024;

/** Measures. Each file is judged warm: it was written a moment ago, and read once before anything counts. */
export async function measureSingle(
  judging: Judging,
  scale: Scale,
  workshop: Workshop,
): Promise<readonly Row[]> {
  const { judgeTranscriptSync } = judging;
  const rows: Row[] = [];
  for (const turns of SHAPES) {
    const made = (ending: "open-call" | "answer") =>
      SIZES.map((size) => {
        const plan = { bytesMin: scale[`${size}Bytes`], turns, ending, endSeed: END_SEED };
        const path = workshop.transcript(`${turns}-${ending}-${size}.jsonl`, plan);
        checkVerdict(judging, path, ending);
        return path;
      });
    const shape = SHAPE_NAMES[turns];
    const refused = made("open-call");
    const answered = made("answer");
    const judge = (path: string, descendantsKnown: boolean) => () => {
      for (let left = scale.judgings; left > 0; left -= 1) judgeTranscriptSync(path, { descendantsKnown });
    };
    const block = Buffer.allocUnsafeSlow(END_BYTES);
    const bare = (path: string) => () => {
      for (let left = scale.judgings; left > 0; left -= 1) readBare(path, block);
    };
    const contenders = SIZES.flatMap((size, index) => [
      { name: `bare ${size}` as const, run: bare(refused[index] ?? "") },
      { name: `refusal ${size}` as const, run: judge(refused[index] ?? "", false) },
      { name: `answer ${size}` as const, run: judge(answered[index] ?? "", true) },
    ]);
    const times = await contest(contenders, scale.rounds);
    for (const size of SIZES) {
      const what = `${sizeName(scale[`${size}Bytes`])}, of the bare calls, ${shape}`;
      const ofBare = (name: "refusal" | "answer") => ratio(times, `${name} ${size}`, `bare ${size}`);
      rows.push(
        { part: PARTS[0], what, measured: ofBare("refusal"), unit: "x", goal: OF_BARE },
        { part: PARTS[1], what, measured: ofBare("answer"), unit: "x", goal: OF_BARE },
      );
    }
    for (const size of ["middle", "large"] as const) {
      const sizes = `${sizeName(scale[`${size}Bytes`])} against ${sizeName(scale.smallBytes)}`;
      rows.push(
        {
          part: PARTS[0],
          what: `${sizes}, ${shape}`,
          measured: ratio(times, `refusal ${size}`, "refusal small"),
          unit: "x",
          goal: SAME_COST,
        },
        {
          part: PARTS[1],
          what: `${sizes}, ${shape}`,
          measured: ratio(times, `answer ${size}`, "answer small"),
          unit: "x",
          goal: SAME_COST,
        },
      );
    }
    const large = answered.at(-1) ?? "";
    rows.push(
      ...(await measureSearch(large, `${sizeName(scale.largeBytes)}, ${shape}`, scale, judgeTranscriptSync)),
    );
  }
  return PARTS.flatMap((part) => rows.filter((row) => row.part === part));
}
async function measureSearch(
  path: string,
  what: string,
  scale: Scale,
  judge: Judging["judgeTranscriptSync"],
): Promise<readonly Row[]> {
  const { size } = statSync(path);
  const times = await contest(
    [
      { name: "search", run: () => judge(path) },
      { name: "read", run: () => readThrough(path) },
    ],
    scale.rounds,
  );
  const rate = (name: "search" | "read") => spreadOf(times.get(name) ?? [], (ms) => size / ms / 1e6);
  const part = PARTS[2];
  return [
    { part, what: `${what}, warm`, measured: rate("search"), unit: "GB/s", goal: SEARCH_RATE },
    { part, what: `only reading it, for comparison`, measured: rate("read"), unit: "GB/s" },
  ];
}

function readThrough(path: string): void {
  const file = openSync(path, "r");
  const block = Buffer.allocUnsafeSlow(READ_BYTES);
  while (readSync(file, block) > 0);
  closeSync(file);
}

/** `1 MB`, `1 GB`: as the goals say it. */
export function sizeName(bytes: number): string {
  return bytes >= 1e9 ? `${bytes / 1e9} GB` : bytes >= 1e6 ? `${bytes / 1e6} MB` : `${bytes / 1e3} KB`;
}
