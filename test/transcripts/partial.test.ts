import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bracketEnd, readPartial, stringEnd } from "../../src/transcripts/partial.ts";
import { processorMs } from "../support/processor-ms.ts";

describe("readPartial", () => {
  test.each<[string, Record<string, unknown>]>([
    ['{"type":"custom","data":{"a":1,"b":"tor', { type: "custom", data: { a: 1 } }],
    ['{"type":"custom"', { type: "custom" }],
    ['{"type":"cust', {}],
    ['{"type":', {}],
    ['{"ty', {}],
    ["{", {}],
    ["", {}],
    ["[1,2", {}],
    ["plain", {}],
    [' \n{ "a" : 1 , "b" : [1, {"c": 2}] , "d"', { a: 1, b: [1, { c: 2 }] }],
    // A number at the very end may go on.
    ['{"a":1', {}],
    ['{"a":1,', { a: 1 }],
    ['{"a":tru', {}],
    ['{"a":true,"b":null}', { a: true, b: null }],
    // Of a list that is cut nothing is known.
    ['{"a":1,"list":[1,2', { a: 1 }],
    ['{"a":"\\"}","b":2,"c', { a: '"}', b: 2 }],
    ['{"a":"\\\\","b":2,', { a: "\\", b: 2 }],
    // What is no JSON ends the reading.
    ['{"a":1,b:2,"c":3}', { a: 1 }],
    ['{"a":1,"b":nope,"c":3}', { a: 1 }],
    ['{"a":1 "b":2}', { a: 1 }],
    // The last of two keys of one name counts, as in JSON.parse.
    ['{"a":1,"a":2,"b"', { a: 2 }],
    ['{"a":{"b":{"c":{"d":1,"e', { a: { b: { c: { d: 1 } } } }],
  ])("%s", (text, fields) => {
    expect(readPartial(text)).toEqual(fields);
  });

  test("deeper than four objects nothing is asked for", () => {
    expect(readPartial('{"a":{"b":{"c":{"d":{"e":1,"f')).toEqual({ a: { b: { c: {} } } });
  });

  test("__proto__ is a field like any other", () => {
    const fields = readPartial('{"__proto__":{"type":"custom"},"x":1,');
    expect(Object.keys(fields)).toEqual(["__proto__", "x"]);
    expect(fields["type"]).toBeUndefined();
  });

  test("every beginning of an object gives fields that the whole one has", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.nat(), (object, at) => {
        const text = JSON.stringify(object);
        const whole: unknown = JSON.parse(text);
        expect(readPartial(text)).toEqual(whole);
        expect(whole).toMatchObject(readPartial(text.slice(0, at % (text.length + 1))));
      }),
      { numRuns: 500 },
    );
  });
});

test.each<[string, number, number | undefined]>([
  ['"abc"', 0, 5],
  ['x"a\\"b"y', 1, 7],
  ['"a\\\\"', 0, 5],
  ['"a\\"', 0, undefined],
  ['"a', 0, undefined],
  ["abc", 0, undefined],
  ["", 0, undefined],
])("stringEnd of %j at %d is %j", (text, start, end) => {
  expect(stringEnd(text, start)).toBe(end);
});

test.each<[string, number, number | undefined]>([
  ["{}", 0, 2],
  ['{"a":"}"}x', 0, 9],
  ['x{"a":[{}]}', 1, 11],
  ['{"a":[{}', 0, undefined],
  ['{"a', 0, undefined],
  ["[[]]]", 0, 4],
])("bracketEnd of %j at %d is %j", (text, start, end) => {
  expect(bracketEnd(text, start)).toBe(end);
});

test("megabytes of brackets, quotes or escapes take no more than a moment", () => {
  const start = processorMs();
  for (const text of [
    '{"a":'.repeat(400_000),
    '{"a":"' + '\\"'.repeat(1_000_000),
    '{"a":"' + "\\".repeat(2_000_000),
    '{"' + '"'.repeat(2_000_000),
    "{" + " ".repeat(2_000_000),
  ]) {
    readPartial(text);
    bracketEnd(text, 0);
  }
  expect(processorMs() - start).toBeLessThan(10_000);
});
