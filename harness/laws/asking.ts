/** Answers a reading's requests from bytes in memory. */

import type { Ask, Asking } from "../../src/transcripts/ask.ts";

export interface Answered<T> {
  readonly value: T;
  readonly asks: readonly Ask[];
}

/** Runs it to its end. Memory of a `scratch` request is spoilt when the next one comes, as a driver may reuse it. */
export function answered<T>(asking: Asking<T>, bytes: Uint8Array): Answered<T> {
  const asks: Ask[] = [];
  let scratch: Buffer | undefined;
  let turn = asking.next();
  while (turn.done !== true) {
    const ask = turn.value;
    asks.push(ask);
    if (ask.length <= 0 || ask.offset < 0 || ask.offset + ask.length > bytes.byteLength) {
      throw new RangeError(`asked for ${ask.length} bytes at ${ask.offset} of ${bytes.byteLength}`);
    }
    scratch?.fill(0x58);
    const block = Buffer.from(bytes.subarray(ask.offset, ask.offset + ask.length));
    scratch = ask.scratch === true ? block : undefined;
    turn = asking.next(block);
  }
  return { value: turn.value, asks };
}
