/** Compressed rollouts: the same verdict as of what they hold, and no more memory or time than a rollout is worth. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judgeTranscriptSync } from "../../src/transcripts/index.ts";
import { FrameWalk } from "../../src/transcripts/zstd-frames.ts";
import { InflateError, Inflater, isZstd } from "../../src/transcripts/zstd.ts";
import { fixtures } from "../support/fixtures.ts";
import { fileOf } from "../support/judged.ts";
import { processorMs } from "../support/processor-ms.ts";

const read = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/compressed/${name}`, import.meta.url));
/** One frame with a checksum; and frames of other kinds one after the other, one of them without data. */
const one = read("codex-a-final.jsonl.zst");
const several = read("codex-a-final-frames.jsonl.zst");
const plain = fixtures.find(({ name }) => name === "codex-0.171.0/a-final/main-0.jsonl")!.bytes;

function inflated(bytes: Buffer, size: number): Buffer {
  const inflater = new Inflater();
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += size) {
    parts.push(...inflater.push(bytes.subarray(at, at + size), at + size >= bytes.byteLength));
  }
  return Buffer.concat(parts);
}

/** A frame of runs of one byte: four bytes for each 128 KiB. */
function bomb(blocks: number, byte = 0x78, windowLog = 17): Buffer {
  const body = Buffer.alloc(blocks * 4, byte);
  for (let block = 0; block < blocks; block += 1) {
    body.writeUIntLE((131_072 << 3) | 0b10 | (block === blocks - 1 ? 1 : 0), block * 4, 3);
  }
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3]), body]);
}

/** A frame without data, as pzstd writes one before each frame. */
const empty = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);

describe.each([
  ["one frame", one],
  ["several frames", several],
  ["a frame without data first", Buffer.concat([empty, one])],
])("%s", (_, packed) => {
  test("holds what was compressed, in whatever chunks", () => {
    for (const size of [1, 3, 100, 511, 512, 513, 100_000]) {
      expect(inflated(packed, size).equals(plain)).toBe(true);
    }
  });

  test("is judged as what it holds", () => {
    const wanted = judgeTranscriptSync(fileOf(plain));
    const verdict = judgeTranscriptSync(fileOf(packed, "rollout.jsonl.zst"));
    expect(isZstd(packed)).toBe(true);
    expect(verdict).toMatchObject({ kind: "terminal", format: "codex", bytes: packed.byteLength });
    expect({ ...verdict, bytes: 0, bytesRead: 0 }).toEqual({ ...wanted, bytes: 0, bytesRead: 0 });
  });

  test("cut anywhere, it never proves another end", () => {
    const { text } = judgeTranscriptSync(fileOf(plain)) as { text?: string };
    for (let at = 0; at < packed.byteLength; at += 7) {
      const verdict = judgeTranscriptSync(fileOf(packed.subarray(0, at), "rollout.jsonl.zst"));
      if (verdict.kind === "terminal") expect(verdict.text).toBe(text);
    }
  });

  test("spoilt anywhere, it gives a verdict", () => {
    for (let at = 0; at < packed.byteLength; at += 13) {
      const spoilt = Buffer.from(packed);
      spoilt[at] = (spoilt[at] ?? 0) ^ 0x41;
      expect(judgeTranscriptSync(fileOf(spoilt, "rollout.jsonl.zst"))).toHaveProperty("kind");
    }
  });
});

test("the walk finds every frame's window, in whatever chunks", () => {
  const windowsIn = (bytes: Buffer, size: number): number[] => {
    const walk = new FrameWalk();
    const windows: number[] = [];
    for (let at = 0; at < bytes.byteLength; at += size) {
      windows.push(...walk.windows(bytes.subarray(at, at + size)));
    }
    return windows;
  };
  const [first, second, third, ...more] = windowsIn(several, 1_000_000);
  expect([first, second, third, more]).toEqual([2 ** 21, 2 ** 19, 0, []]);
  for (const size of [1, 2, 5, 17, 1_000]) expect(windowsIn(several, size)).toEqual([first, second, third]);
  // A power of two, and seven eighths of it.
  expect(windowsIn(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x3f]), 10)).toEqual([
    2 ** 17 + (2 ** 17 / 8) * 7,
  ]);
});

describe("limits", () => {
  const refusal = (bytes: Buffer): string => {
    const start = processorMs();
    const before = process.memoryUsage.rss();
    try {
      const inflater = new Inflater();
      for (const part of inflater.push(bytes, true)) expect(part.byteLength).toBeLessThanOrEqual(131_072);
      return "inflated";
    } catch (error) {
      expect(processorMs() - start).toBeLessThan(10_000);
      expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024);
      return error instanceof InflateError ? error.message : String(error);
    }
  };

  test("a file may hold 64 MiB, or a thousand times its size", () => {
    expect(refusal(bomb(512))).toBe("inflated");
    expect(refusal(bomb(513))).toBe("holds more than the limit");
    expect(refusal(bomb(100_000))).toBe("holds more than the limit");
  });

  test("a frame may ask for 128 MiB of memory", () => {
    expect(refusal(bomb(1, 0x78, 27))).toBe("inflated");
    for (const log of [28, 30, 31, 41]) {
      expect(refusal(bomb(1, 0x78, log))).toBe("asks for more memory than the limit");
    }
    expect(refusal(Buffer.concat([one, bomb(1, 0x78, 30)]))).toBe("asks for more memory than the limit");
  });

  test("what is no frame is broken", () => {
    for (const bytes of [
      Buffer.concat([one, Buffer.from("rubbish")]),
      Buffer.concat([one.subarray(0, 4), Buffer.alloc(50, 0xff)]),
    ]) {
      expect(refusal(bytes)).toMatch(/broken frame|limit/);
    }
    expect(judgeTranscriptSync(fileOf(Buffer.concat([one, Buffer.from("rubbish")]), "x.zst"))).toMatchObject({
      kind: "indeterminate",
      reason: "unreadable",
    });
  });
});
