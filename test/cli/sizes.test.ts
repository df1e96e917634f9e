import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatBytes, formatCount, parseBytes } from "../../src/cli/sizes.ts";

describe("a size as it is shown", () => {
  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1.0 kB"],
    [1_234, "1.2 kB"],
    [9_949, "9.9 kB"],
    [9_950, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [1_000_000_000, "1.0 GB"],
    [37_000_000_000, "37 GB"],
  ])("%d", (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
  });

  test("never takes more than six columns", () => {
    fc.assert(fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (bytes) => formatBytes(bytes).length <= 6));
  });

  test("a count has its thousands apart", () => {
    expect(formatCount(0)).toBe("0");
    expect(formatCount(999)).toBe("999");
    expect(formatCount(1_234_567)).toBe("1,234,567");
  });
});

describe("a size as it is typed", () => {
  test.each([
    ["1", 1],
    ["65536", 65_536],
    ["64K", 65_536],
    ["64k", 65_536],
    ["16M", 16_777_216],
    ["16 MiB", 16_777_216],
    ["1G", 1_073_741_824],
    ["1GB", 1_073_741_824],
  ])("%s", (text, expected) => {
    expect(parseBytes(text)).toBe(expected);
  });

  test.each(["", "M", "-1", "1.5M", "1T", "ten", "0x10", "1e3"])("%j is none", (text) => {
    expect(parseBytes(text)).toBeUndefined();
  });
});
