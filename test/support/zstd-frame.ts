/** A zstd frame around some bytes, stored as they are: Node 20 has nothing that compresses. */

const BLOCK_BYTES_MAX = 128 * 1024;

/** The frame: magic, a header that gives the content's size, and raw blocks. */
export function zstdFrame(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.byteLength, 5);
  const parts: Buffer[] = [head];
  for (let at = 0; at === 0 || at < bytes.byteLength; at += BLOCK_BYTES_MAX) {
    const block = bytes.subarray(at, at + BLOCK_BYTES_MAX);
    const isLast = at + BLOCK_BYTES_MAX >= bytes.byteLength ? 1 : 0;
    const header = Buffer.alloc(3);
    header.writeUIntLE(block.byteLength * 8 + isLast, 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}
