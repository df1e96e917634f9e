/** What an answer over HTTP means, and how long it asks to wait. */

import { describe, expect, test } from "vitest";
import { readAnswer, retryAfterFrom } from "../../../src/agents/sinks/http-answer.ts";

const NOW = Date.UTC(2026, 10, 1, 12);
const kindOf = (status: number) => readAnswer({ status, retryAfter: null, text: "" }, NOW).kind;

test.each([200, 201, 202, 204, 299])("%i has arrived", (status) => {
  expect(kindOf(status)).toBe("delivered");
});

test.each([408, 425, 429, 500, 502, 503, 504, 599])("%i may pass", (status) => {
  expect(kindOf(status)).toBe("failed");
});

test.each([301, 302, 304, 307, 308, 400, 401, 403, 404, 409, 410, 413, 422])("%i is a no", (status) => {
  expect(kindOf(status)).toBe("refused");
});

test("what the receiver said is told, and of a redirect what to do", () => {
  expect(readAnswer({ status: 503, retryAfter: "7", text: "down" }, NOW)).toEqual({
    kind: "failed",
    error: "HTTP 503: down",
    retryAfterMs: 7_000,
  });
  expect(readAnswer({ status: 404, retryAfter: "7", text: "" }, NOW)).toEqual({
    kind: "refused",
    error: "HTTP 404",
  });
  expect(readAnswer({ status: 308, retryAfter: null, text: "" }, NOW)).toEqual({
    kind: "refused",
    error: "HTTP 308 (a redirect is not followed; give the address it leads to)",
  });
});

describe("retry-after", () => {
  test.each([
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["Sun, 01 Nov 2026 12:00:30 GMT", 30_000],
    ["Sunday, 01-Nov-26 12:01:00 GMT", 60_000],
    ["Sun, 01 Nov 2026 11:00:00 GMT", 0],
    [null, undefined],
    ["", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["5 minutes", undefined],
    ["2026-11-01T12:00:30Z", undefined],
    ["Sun, 99 Nov 2026 12:00:30 GMT", undefined],
    ["9".repeat(400), undefined],
  ])("%s", (header, ms) => {
    expect(retryAfterFrom(header, NOW)).toBe(ms);
  });
});
