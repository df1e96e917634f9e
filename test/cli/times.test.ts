import { describe, expect, test } from "vitest";
import { clockOf, dayOf, isoOf, parseTime } from "../../src/cli/times.ts";

const NOW = Date.UTC(2026, 10, 1, 12);

describe("a time as it is typed", () => {
  test.each([
    ["2026-11-01T10:00:00Z", Date.UTC(2026, 10, 1, 10)],
    ["2026-11-01t10:00:00z", Date.UTC(2026, 10, 1, 10)],
    ["2026-11-01 10:00Z", Date.UTC(2026, 10, 1, 10)],
    ["2026-11-01T10:00:00.250Z", Date.UTC(2026, 10, 1, 10, 0, 0, 250)],
    ["2026-11-01T12:00:00+0200", Date.UTC(2026, 10, 1, 10)],
    ["2026-11-01T12:00:00+02:00", Date.UTC(2026, 10, 1, 10)],
    ["2026-11-01", Date.UTC(2026, 10, 1)],
    ["2024-02-29", Date.UTC(2024, 1, 29)],
    ["  2026-11-01  ", Date.UTC(2026, 10, 1)],
    ["1793527200", 1_793_527_200_000],
    ["1793527200.5", 1_793_527_200_500],
    ["1793527200000", 1_793_527_200_000],
    ["0", 0],
    ["now", NOW],
    ["2h ago", NOW - 7_200_000],
    ["2h", NOW - 7_200_000],
    ["90 minutes ago", NOW - 5_400_000],
    ["1.5h", NOW - 5_400_000],
    ["1d 12h", NOW - 129_600_000],
    ["1d12h ago", NOW - 129_600_000],
    ["1 day, 12 hours ago", NOW - 129_600_000],
    ["30s", NOW - 30_000],
    ["500ms ago", NOW - 500],
    ["2 weeks ago", NOW - 1_209_600_000],
    ["5 mins", NOW - 300_000],
  ])("%s", (text, expected) => {
    expect(parseTime(text, NOW)).toBe(expected);
  });

  test("a time without a zone is local time", () => {
    expect(parseTime("2026-11-01 10:00", NOW)).toBe(new Date(2026, 10, 1, 10).getTime());
  });

  test.each([
    "",
    "yesterday",
    "soon",
    "ago",
    "2",
    "2x",
    "2 fortnights ago",
    "-2h",
    "h2",
    "2026-02-30",
    "2026-02-30T10:00:00Z",
    "2026-13-01",
    "2026-11-01T25:00Z",
    "2026-11",
    "11/01/2026",
    "foo 1",
    "99999999999999999999",
    "999999999999 weeks ago",
    "1e3",
    "Infinity",
    `${"1h".repeat(2_000)}x`,
  ])("%j is none, or a number of seconds", (text) => {
    expect(parseTime(text, NOW)).toBe(text === "2" ? 2_000 : undefined);
  });
});

describe("a time as it is shown", () => {
  test("in UTC", () => {
    expect(clockOf(NOW)).toBe("12:00:00Z");
    expect(dayOf(NOW)).toBe("2026-11-01");
    expect(isoOf(NOW)).toBe("2026-11-01T12:00:00.000Z");
    expect(dayOf(-1e14)).toBe("-001199-02-15");
  });

  test("a number that is no time is not shown", () => {
    expect(isoOf(1e300)).toBeUndefined();
    expect(clockOf(-1e300)).toBeUndefined();
  });
});
