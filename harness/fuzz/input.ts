/** One input of the fuzzer: the same for the same seed and number, on every machine. Pure. */

import type { JudgeOptions } from "../../src/transcripts/index.ts";
import { Random } from "../bench/random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateRecords } from "./mutate-records.ts";

/** Longer ones are cut: many small inputs find more than a few large ones. Bytes. */
const INPUT_BYTES_MAX = 128 * 1024;
/** Changes made to one file. */
const CHANGES_MAX = 6;

export interface Input {
  readonly bytes: Buffer;
  readonly options: JudgeOptions;
  /** For what is drawn while it is checked. */
  readonly seed: number;
}

/** The input of this number. */
export function inputOf(corpus: readonly Buffer[], seed: number, index: number): Input {
  const random = new Random(Math.imul(seed, 0x9e37_79b1) ^ index);
  let bytes = random.pick(corpus);
  const changes = random.whole(0, CHANGES_MAX);
  const records = random.next() < 0.5;
  for (let count = 0; count < changes; count += 1) {
    bytes = (records && random.next() < 0.8 ? mutateRecords : mutateBytes)(bytes, random, corpus);
  }
  const options = optionsFrom(random);
  return { bytes: bytes.subarray(0, INPUT_BYTES_MAX), options, seed: random.whole(0, 2 ** 31) };
}

function optionsFrom(random: Random): JudgeOptions {
  const day = Date.UTC(2026, 10, 1, 10);
  const given: JudgeOptions = {
    windowBytes: random.pick([1, 300, 2_000, 16 * 1024, 10_000_000]),
    lineBytesMax: random.pick([200, 3_000, 16_000_000, 16_000_000, 16_000_000]),
    tailBytesMax: random.pick([1, 5_000, 8_000_000, 8_000_000]),
    ...random.pick<JudgeOptions>([{}, {}, { since: day }, { since: Date.UTC(2026, 11) }, { since: 0 }]),
    ...random.pick<JudgeOptions>([{}, {}, {}, { descendantsKnown: true }]),
    ...random.pick<JudgeOptions>([{}, {}, {}, { acceptUnrecordedStop: true }]),
    ...random.pick<JudgeOptions>([{}, {}, {}, {}, { sessionId: "another" }]),
  };
  return given;
}
