/**
 * The headers in a zstd stream, read before it is decompressed: a frame of a dozen bytes may ask for a gigabyte of
 * memory. Pure. Source: RFC 8878, sections 3.1.1 and 3.1.2.
 */

/** The first bytes of a frame. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A frame that holds no data has a magic number of these, its first byte from 0x50 to 0x5f. */
const SKIPPABLE_MAGIC = Buffer.from([0x2a, 0x4d, 0x18]);

/** The longest header: magic, descriptor, window, dictionary's id, content's size. Bytes. */
const HEADER_BYTES_MAX = 4 + 1 + 1 + 4 + 8;
const BLOCK_HEADER_BYTES = 3;

const enough = (bytes: Buffer, length: number): boolean => bytes.byteLength >= length;

/** Walks from header to header, whatever the chunks, and gives the window of each frame. */
export class FrameWalk {
  #head: Buffer = Buffer.alloc(0);
  #next: "frame" | "block" = "frame";
  #skip = 0;
  #checksum = false;

  /**
   * The memory that the frames beginning in this chunk ask for, bytes: each frame's window.
   *
   * @throws {RangeError} where the bytes are no zstd stream
   */
  *windows(chunk: Uint8Array): Generator<number, void, undefined> {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (rest.byteLength > 0) {
      const skipped = Math.min(this.#skip, rest.byteLength);
      this.#skip -= skipped;
      rest = rest.subarray(skipped);
      if (rest.byteLength === 0) return;
      const held = this.#head.byteLength;
      const head = Buffer.concat([this.#head, rest.subarray(0, HEADER_BYTES_MAX - held)]);
      const length = this.#next === "frame" ? frameHeaderLength(head) : BLOCK_HEADER_BYTES;
      if (length === undefined || !enough(head, length)) {
        this.#head = head;
        return;
      }
      this.#head = Buffer.alloc(0);
      rest = rest.subarray(length - held);
      if (this.#next === "block") this.#block(head);
      else if (isSkippable(head)) this.#skip = head.readUInt32LE(4);
      else yield this.#frame(head);
    }
  }

  #frame(head: Buffer): number {
    const descriptor = head[4] ?? 0;
    this.#checksum = (descriptor & 0b100) !== 0;
    this.#next = "block";
    if ((descriptor & 0b10_0000) !== 0) return contentSize(head, descriptor);
    const window = head[5] ?? 0;
    const base = 2 ** (10 + (window >> 3));
    return base + (base / 8) * (window & 0b111);
  }

  #block(head: Buffer): void {
    const header = head.readUIntLE(0, BLOCK_HEADER_BYTES);
    const type = (header >> 1) & 0b11;
    if (type === 3) throw new RangeError("a block of a reserved type");
    // A run of one byte says how long it is, and holds that byte once.
    this.#skip = type === 1 ? 1 : header >> 3;
    if ((header & 1) === 0) return;
    this.#skip += this.#checksum ? 4 : 0;
    this.#next = "frame";
  }
}

/** True where a frame begins, with data or without. */
export function startsFrame(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4));
  return head.equals(ZSTD_MAGIC) || isSkippable(head);
}

function isSkippable(head: Buffer): boolean {
  return ((head[0] ?? 0) & 0xf0) === 0x50 && head.subarray(1, 4).equals(SKIPPABLE_MAGIC);
}

/** The length of the header that begins here; undefined while too little of it is there to say. */
function frameHeaderLength(head: Buffer): number | undefined {
  if (!enough(head, 5)) return undefined;
  if (isSkippable(head)) return 8;
  if (!head.subarray(0, 4).equals(ZSTD_MAGIC)) throw new RangeError("no zstd frame");
  const descriptor = head[4] ?? 0;
  const single = (descriptor & 0b10_0000) !== 0;
  return 5 + (single ? 0 : 1) + dictionaryBytes(descriptor) + contentSizeBytes(descriptor);
}

function dictionaryBytes(descriptor: number): number {
  return [0, 1, 2, 4][descriptor & 0b11] ?? 0;
}

function contentSizeBytes(descriptor: number): number {
  const flag = descriptor >> 6;
  return flag === 0 ? (descriptor >> 5) & 1 : 2 ** flag;
}

/** In a frame of one segment the window is the content itself. */
function contentSize(head: Buffer, descriptor: number): number {
  const at = 5 + dictionaryBytes(descriptor);
  const bytes = contentSizeBytes(descriptor);
  if (bytes === 8) return Number(head.readBigUInt64LE(at));
  return head.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}
