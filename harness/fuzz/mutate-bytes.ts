/** Changes to a file that know nothing of what it means: what disks, copies and crashes do. Pure. */

import type { Random } from "../bench/random.ts";

/** Bytes that mean something to a reader of lines of JSON. */
const TELLING: readonly Buffer[] = [
  ...'\0\n\r"\\{}[]:, '.split("").map((char) => Buffer.from(char)),
  ...[
    '\\"',
    "\\u0000",
    "\\ud800",
    "\u2028",
    "\uFEFF",
    "\uFFFD",
    '{"',
    '"}',
    "}\n{",
    "}{",
    "null",
    "1e999",
    "<think>",
    "```\n",
  ].map((text) => Buffer.from(text)),
  ...[[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x28, 0xb5, 0x2f, 0xfd]].map((bytes) => Buffer.from(bytes)),
];
/** The longest run of one byte that is put in. */
const RUN_BYTES_MAX = 3_000;

type Mutation = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

function placeIn(bytes: Buffer, random: Random): number {
  return random.whole(0, bytes.byteLength);
}

/** A piece of the file: short ones mostly. */
function pieceOf(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = placeIn(bytes, random);
  const longest = random.pick([1, 4, 30, 300, 3_000]);
  return [from, Math.min(bytes.byteLength, from + random.whole(0, longest))];
}

function put(bytes: Buffer, at: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

const MUTATIONS: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const changed = Buffer.from(bytes);
    const at = random.whole(0, Math.max(0, bytes.byteLength - 1));
    if (at < changed.byteLength) changed[at] = (changed[at] ?? 0) ^ (1 << random.whole(0, 7));
    return changed;
  },
  function putTelling(bytes, random) {
    return put(bytes, placeIn(bytes, random), random.pick(TELLING));
  },
  function writeOver(bytes, random) {
    const piece = random.pick(TELLING);
    const at = placeIn(bytes, random);
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + piece.byteLength)]);
  },
  function putRun(bytes, random) {
    const run = Buffer.alloc(random.whole(1, RUN_BYTES_MAX), random.pick(TELLING));
    return put(bytes, placeIn(bytes, random), run);
  },
  function zeroPiece(bytes, random) {
    const [from, to] = pieceOf(bytes, random);
    return Buffer.from(bytes).fill(0, from, to);
  },
  function cutOut(bytes, random) {
    const [from, to] = pieceOf(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function repeatPiece(bytes, random) {
    const [from, to] = pieceOf(bytes, random);
    return put(bytes, to, bytes.subarray(from, to));
  },
  function movePiece(bytes, random) {
    const [from, to] = pieceOf(bytes, random);
    const without = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    return put(without, placeIn(without, random), bytes.subarray(from, to));
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, placeIn(bytes, random));
  },
  function loseNewline(bytes, random) {
    const at = bytes.indexOf(0x0a, placeIn(bytes, random));
    return at < 0 ? bytes : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  },
  function splice(bytes, random, others) {
    const other = random.pick(others);
    const [from, to] = pieceOf(other, random);
    return put(bytes, placeIn(bytes, random), other.subarray(from, to));
  },
  function append(bytes, random, others) {
    return Buffer.concat([bytes, random.pick(others)]);
  },
  function toCrlf(bytes) {
    return Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
  },
];

/** The bytes, changed in one way. */
export function mutateBytes(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  return random.pick(MUTATIONS)(bytes, random, others);
}
