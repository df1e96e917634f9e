import { describe, expect, test } from "vitest";
import { asArray, asNumber, asObject, asString, asTime, parseRecord } from "../../src/transcripts/json.ts";

describe("narrowing", () => {
  test("an object is neither a list nor null", () => {
    expect(asObject({ a: 1 })).toEqual({ a: 1 });
    for (const value of [null, undefined, [], "x", 1, true]) expect(asObject(value)).toBeUndefined();
  });

  test("a list, or an empty one", () => {
    expect(asArray([1])).toEqual([1]);
    for (const value of [null, {}, "x", { length: 1 }]) expect(asArray(value)).toEqual([]);
  });

  test("strings and finite numbers", () => {
    expect(asString("")).toBe("");
    expect(asString(1)).toBeUndefined();
    expect(asNumber(0)).toBe(0);
    for (const value of [Number.NaN, Infinity, "1", null]) expect(asNumber(value)).toBeUndefined();
  });

  test.each<[unknown, number | undefined]>([
    ["2026-11-01T10:00:00.000Z", Date.UTC(2026, 10, 1, 10)],
    ["2026-11-01T11:00:00+01:00", Date.UTC(2026, 10, 1, 10)],
    [1_793_527_200_000, 1_793_527_200_000],
    ["yesterday", undefined],
    ["", undefined],
    [Infinity, undefined],
    [null, undefined],
    [true, undefined],
  ])("the time %j is %j", (value, time) => {
    expect(asTime(value)).toBe(time);
  });
});

describe("parseRecord", () => {
  test.each(["", "x", "[]", '"{}"', "null", "{", "{}}", "{'a':1}", '{"a":1,}', "\uFEFF{}"])(
    "%j is none",
    (text) => {
      expect(parseRecord(text)).toBeUndefined();
    },
  );

  test("of two keys of one name the last counts, and __proto__ is a key", () => {
    expect(parseRecord('{"a":1,"a":2}')).toEqual({ a: 2 });
    const record = parseRecord('{"__proto__":{"type":"message"}}');
    expect(Object.keys(record ?? {})).toEqual(["__proto__"]);
    expect(record?.["type"]).toBeUndefined();
  });
});
