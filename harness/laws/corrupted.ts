/** A transcript with one of its lines damaged, in each of the ways that are seen in the wild. */

export interface Corruption {
  readonly bytes: Buffer;
  /** Which line, and what was done to it. */
  readonly how: string;
}

const SPARED = ['"session_meta"', "Process running with session ID", '"spawn_agent"', String.raw`\"agent_id`];
const LF = Buffer.from("\n");

/** What may become of a line's content. */
const DAMAGE: readonly (readonly [string, (line: Buffer) => Buffer])[] = [
  ["NUL", (line) => Buffer.alloc(line.byteLength)],
  [
    "NUL at its end",
    (line) =>
      Buffer.concat([
        line.subarray(0, line.byteLength >> 1),
        Buffer.alloc(line.byteLength - (line.byteLength >> 1)),
      ]),
  ],
  ["cut", (line) => line.subarray(0, (line.byteLength * 2) / 3)],
  ["cut at its start", (line) => line.subarray(line.byteLength / 3)],
  ["gone to rubbish", () => Buffer.from("rubbish")],
  [
    "bad UTF-8",
    (line) =>
      Buffer.concat([
        line.subarray(0, line.byteLength >> 1),
        Buffer.from([0xff]),
        line.subarray(line.byteLength >> 1),
      ]),
  ],
];

/**
 * Each damage to each line that lies wholly before `end`; the last of them may also run into the next line. Spared
 * are lines whose meaning nothing else in the file may tell: one that is replayed further on, so that the replay
 * takes its place; in Codex the head of a rollout, and what alone tells of a command or an agent that runs on.
 *
 * @param alsoSpared words of further lines that are spared
 */
export function* corruptions(
  bytes: Buffer,
  end: number,
  alsoSpared: readonly string[] = [],
): Generator<Corruption> {
  const spared = [...SPARED, ...alsoSpared];
  for (let start = 0, number = 1; start < end; number += 1) {
    const newline = bytes.indexOf(LF, start);
    if (newline < 0 || newline >= end) return;
    const line = bytes.subarray(start, newline);
    const before = bytes.subarray(0, start);
    const behind = bytes.subarray(newline);
    if (behind.includes(line) || spared.some((words) => line.includes(words))) {
      start = newline + 1;
      continue;
    }
    for (const [what, spoil] of DAMAGE) {
      yield { bytes: Buffer.concat([before, spoil(line), behind]), how: `line ${number}: ${what}` };
    }
    yield { bytes: Buffer.concat([before, line, behind.subarray(1)]), how: `line ${number}: without its LF` };
    yield {
      bytes: Buffer.concat([
        before,
        line.subarray(0, letterBefore(line, line.byteLength >> 1)),
        behind.subarray(1),
      ]),
      how: `line ${number}: cut, without its LF`,
    };
    start = newline + 1;
  }
}

/** A place to cut where no value is due: behind a colon what comes next could be that value. */
function letterBefore(line: Buffer, from: number): number {
  let at = from;
  while (at > 1 && !/[a-z]/.test(String.fromCharCode(line[at - 1] ?? 0))) at -= 1;
  return at;
}
