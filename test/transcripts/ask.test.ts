/** Requests for bytes, answered from a file: blocking or not, with the same result. */

import { describe, expect, test } from "vitest";
import { FileShrankError, answer, answerSync } from "../../src/transcripts/ask.ts";
import type { Asking } from "../../src/transcripts/ask.ts";
import type { OpenFile } from "../../src/transcripts/bytes.ts";

/** A file in memory that gives at most three bytes at a time. */
function fileOf(text: string): OpenFile {
  const bytes = Buffer.from(text);
  const read = (target: Uint8Array, length: number, offset: number): number =>
    bytes.copy(target, 0, offset, offset + Math.min(length, 3));
  return {
    path: "x",
    size: bytes.byteLength,
    modifiedMs: 0,
    read,
    readLater: async (...ask) => read(...ask),
    close: () => {},
  };
}

function* twoParts(scratch: boolean): Asking<string> {
  const first = yield { offset: 2, length: 5, scratch };
  const said = first.toString();
  const second = yield { offset: 0, length: 2, scratch };
  return `${said}|${second.toString()}|${scratch ? "" : first.toString()}`;
}

test.each([false, true])("both ways give exactly what was asked for (scratch: %j)", async (scratch) => {
  const wanted = { value: `cdefg|ab|${scratch ? "" : "cdefg"}`, bytesRead: 7 };
  expect(answerSync(twoParts(scratch), fileOf("abcdefgh"))).toEqual(wanted);
  expect(await answer(twoParts(scratch), fileOf("abcdefgh"))).toEqual(wanted);
});

describe("a file that became shorter", () => {
  test("is an error of its own, not an endless wait", async () => {
    expect(() => answerSync(twoParts(false), fileOf("abcd"))).toThrow(FileShrankError);
    await expect(answer(twoParts(false), fileOf("abcd"))).rejects.toThrow(FileShrankError);
  });
});

test("nothing asked, nothing read", () => {
  // oxlint-disable-next-line require-yield -- a reading that needs no bytes
  function* none(): Asking<number> {
    return 1;
  }
  expect(answerSync(none(), fileOf(""))).toEqual({ value: 1, bytesRead: 0 });
});
