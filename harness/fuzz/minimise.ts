/** A smaller input that breaks the same law: pieces are left out as long as it does. Pure but for the clock given. */

/** What is still wanted of the smaller input, and how long it may be looked for. */
export interface Minimising {
  readonly breaks: (bytes: Buffer) => Promise<boolean>;
  /** True once the time is over. */
  readonly isOver: () => boolean;
}

const LF = Buffer.from("\n");

/** Lines are left out first, then bytes: halves, quarters, and so on. */
export async function minimise(bytes: Buffer, minimising: Minimising): Promise<Buffer> {
  const lines = await withoutParts(splitLines(bytes), minimising);
  const pieces = Array.from({ length: lines.byteLength }, (_, at) => lines.subarray(at, at + 1));
  return withoutParts(pieces, minimising);
}

async function withoutParts(parts: readonly Buffer[], { breaks, isOver }: Minimising): Promise<Buffer> {
  let kept = parts;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length && !isOver();) {
      const fewer = kept.toSpliced(from, size);
      // One try after the other: each builds on what the last one left.
      if (await breaks(Buffer.concat(fewer))) kept = fewer;
      else from += size;
    }
  }
  return Buffer.concat(kept);
}

/** The lines, each with its LF. */
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.byteLength;) {
    const newline = bytes.indexOf(LF, start);
    const end = newline < 0 ? bytes.byteLength : newline + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
