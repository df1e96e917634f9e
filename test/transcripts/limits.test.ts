import { expect, test } from "vitest";
import { LIMITS_DEFAULT, limitsFrom } from "../../src/transcripts/limits.ts";

test("a line may have 16 MiB unless said otherwise", () => {
  expect(limitsFrom().lineBytesMax).toBe(16 * 1024 * 1024);
  expect(limitsFrom({ lineBytesMax: 5 })).toEqual({ ...LIMITS_DEFAULT, lineBytesMax: 5 });
});

test.each([0, -1, Number.NaN, "5" as unknown as number])("%j is no limit", (lineBytesMax) => {
  expect(() => limitsFrom({ lineBytesMax })).toThrow(RangeError);
});
