/** A line to its records: what is whole counts, and what is damaged is named. design.md, "Damage". */

import { describe, expect, test } from "vitest";
import type { Line } from "../../src/transcripts/lines.ts";
import { readLine } from "../../src/transcripts/record.ts";
import { processorMs } from "../support/processor-ms.ts";

/** A whole record has a type and an id; of type `note` it is bookkeeping. */
const format = {
  isWhole: (record: Readonly<Record<string, unknown>>) =>
    typeof record["type"] === "string" && typeof record["id"] === "string",
  isBookkeeping: (head: Readonly<Record<string, unknown>>) => head["type"] === "note",
};

interface Told {
  /** Ids of the records, and damage, in order: `a`, `!torn`, `?corrupt` (bookkeeping). */
  readonly items: readonly string[];
  readonly warnings: readonly string[];
}

function read(content: string | Buffer, rest: Partial<Line> = {}, session?: string): Told {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const line: Line = { bytes, offset: 100, number: 7, byteLength: bytes.byteLength, ended: true, ...rest };
  const reading = readLine(line, { format, session });
  for (const { offset, line: number } of reading.warnings) expect([offset, number]).toEqual([line.offset, 7]);
  return {
    items: reading.items.map((item) => {
      if (item.kind === "damage") return `${item.damage.bookkeeping ? "?" : "!"}${item.damage.what}`;
      expect(JSON.parse(item.entry.raw.replace(/^\uFEFF/, ""))).toEqual(item.entry.value);
      expect(item.entry.at).toEqual({ offset: line.offset, line: 7 });
      return String(item.entry.value["id"]);
    }),
    warnings: reading.warnings.map(({ code, detail }) =>
      detail === undefined ? code : `${code}: ${detail}`,
    ),
  };
}

const record = (id: string, rest: object = {}): string => JSON.stringify({ type: "word", id, ...rest });
const note = (id: string, rest: object = {}): string => JSON.stringify({ type: "note", id, ...rest });
/** The record without its last characters. */
const torn = (text: string, by = 3): string => text.slice(0, -by);

const last = { ended: false };
const sound = (...items: string[]): Told => ({ items, warnings: [] });

describe("a sound line", () => {
  test("is one record", () => {
    expect(read(record("a"))).toEqual(sound("a"));
  });

  test("a whole record without a final LF counts", () => {
    expect(read(record("a"), last)).toEqual(sound("a"));
  });

  test.each(["", " ", "\t \r", "\r"])("of white space alone (%j) is nothing", (text) => {
    expect(read(text)).toEqual(sound());
  });

  test("CRLF", () => {
    expect(read(record("a") + "\r")).toEqual(sound("a"));
  });

  test("raw U+2028 and lone surrogates inside strings", () => {
    expect(read(record("a", { text: "a\u2028b\u2029c" }))).toEqual(sound("a"));
    expect(read('{"type":"word","id":"a","text":"\\ud800"}')).toEqual(sound("a"));
  });

  test("a byte order mark at the start of the file", () => {
    expect(read("\uFEFF" + record("a"), { offset: 0 })).toEqual({ items: ["a"], warnings: ["bom"] });
  });

  test("a byte order mark further on, where files were put together", () => {
    expect(read("\uFEFF" + record("a"))).toEqual(sound("a"));
  });
});

describe("a torn line", () => {
  test("at the end of the file, without LF", () => {
    expect(read(torn(record("a")), last)).toEqual({ items: ["!torn"], warnings: ["torn-tail"] });
    expect(read("{", last)).toEqual({ items: ["!torn"], warnings: ["torn-tail"] });
  });

  test("with its LF, or no object at all, is malformed", () => {
    for (const text of [torn(record("a")), "plain words", "[1,2]", '"text"', "17", "null", "}"]) {
      expect(read(text)).toEqual({ items: ["!corrupt"], warnings: ["malformed-line"] });
    }
    expect(read("plain words", last)).toEqual({ items: ["!corrupt"], warnings: ["malformed-line"] });
  });

  test("is bookkeeping where its type can be read whole", () => {
    expect(read(torn(note("a")), last).items).toEqual(["?torn"]);
    expect(read('{"type":"note"', last).items).toEqual(["?torn"]);
    expect(read('{"type":"not', last).items).toEqual(["!torn"]);
    expect(read(torn(note("a"))).items).toEqual(["?corrupt"]);
  });

  test("is none where it seems to run into another one", () => {
    expect(read('{"type":"note","id":"a","text":"tor{"type":"word","id":"b","te', last).items).toEqual([
      "!torn",
    ]);
    expect(read('{"type":"note","id":"a","size":12{"type":"word","id":"b","te', last).items).toEqual([
      "!torn",
    ]);
  });
});

describe("records joined on a line", () => {
  test("are all of them records", () => {
    expect(read(record("a") + record("b"))).toEqual({
      items: ["a", "b"],
      warnings: ["joined-records: 2 records"],
    });
    expect(read(` ${record("a")} ${record("b")}\t${record("c")} \r`)).toEqual({
      items: ["a", "b", "c"],
      warnings: ["joined-records: 3 records"],
    });
  });

  test("with a torn one behind them", () => {
    expect(read(record("a") + torn(record("b")), last)).toEqual({
      items: ["a", "!torn"],
      warnings: ["torn-tail"],
    });
    expect(read(record("a") + record("b") + torn(note("c")), last)).toEqual({
      items: ["a", "b", "?torn"],
      warnings: ["joined-records: 2 records", "torn-tail"],
    });
  });

  test("with rubbish behind them", () => {
    expect(read(record("a") + "}")).toEqual({ items: ["a", "!corrupt"], warnings: ["malformed-line"] });
    expect(read('{"type":"word"}}')).toEqual({ items: ["!corrupt"], warnings: ["malformed-line"] });
  });
});

describe("a torn record with a whole one behind it", () => {
  const whole = record("b", { text: "Done.", list: [{ a: 1 }] });
  const first = record("a", {
    text: "Some words, and a number:",
    size: 1234,
    ok: true,
    list: [1, { deep: "x" }],
  });

  test("wherever it was cut, the whole one is found, or the line is given up", () => {
    const found: number[] = [];
    for (let at = 1; at < first.length; at += 1) {
      const { items, warnings } = read(first.slice(0, at) + whole);
      if (items.length === 2) {
        expect({ items, warnings }).toEqual({ items: ["!corrupt", "b"], warnings: ["spliced-line"] });
        found.push(at);
      } else {
        expect({ items, warnings }).toEqual({ items: ["!corrupt"], warnings: ["malformed-line"] });
      }
    }
    // Where a value was due next, what follows might be that value. Behind an object's comma only a key can follow.
    const isValueDue = (head: string): boolean =>
      /(?:[:[]|\[[^\]{]*,)$/.test(head.replaceAll(/"[^"]*("|$)/g, "s"));
    const given = Array.from(first, (_, at) => at).flatMap((at) =>
      at > 0 && !isValueDue(first.slice(0, at)) ? [at] : [],
    );
    expect(found).toEqual(given);
  });

  test("an object of a list may be followed by another, and neither is a record", () => {
    const inner = record("b");
    for (const head of [
      '{"type":"word","list":[',
      `{"type":"word","list":[${inner},`,
      `{"a":{},"list":[[1],`,
    ]) {
      expect(read(head + inner).items).toEqual(["!corrupt"]);
    }
    // Rubbish does not tell what it was in.
    expect(read(`x:1,${inner}`).items).toEqual(["!corrupt"]);
  });

  test("torn bookkeeping is none where a whole record may have been lost behind it", () => {
    const inner = record("b");
    for (const head of ['{"type":"note","text":', '{"type":"note","list":[', '{"type":"note","deep":{"x":']) {
      expect(read(head + inner).items).toEqual(["!corrupt"]);
      expect(read(`${head}{"a":1}`).items).toEqual(["?corrupt"]);
      expect(read(`${head + inner},"te`, last).items).toEqual(["?torn"]);
    }
  });

  test("with CRLF, with spaces, at the end of the file", () => {
    for (const end of ["\r", "  ", ""]) {
      expect(read(first.slice(0, 40) + whole + end, last).items).toEqual(["!corrupt", "b"]);
    }
  });

  test("cut in the middle of a character", () => {
    const bytes = Buffer.from(record("a", { text: "漢漢" }));
    const cut = bytes.subarray(0, bytes.indexOf("漢") + 1);
    expect(read(Buffer.concat([cut, Buffer.from(whole)]))).toEqual({
      items: ["!corrupt", "b"],
      warnings: ["spliced-line"],
    });
  });

  test("and another one behind that", () => {
    expect(read(first.slice(0, 40) + whole + record("c"))).toEqual({
      items: ["!corrupt", "b", "c"],
      warnings: ["spliced-line", "joined-records: 2 records"],
    });
    expect(read(first.slice(0, 40) + whole + torn(record("c")), last)).toEqual({
      items: ["!corrupt", "b", "!torn"],
      warnings: ["spliced-line", "torn-tail"],
    });
  });

  test("two torn ones before a whole one", () => {
    expect(read(first.slice(0, 40) + first.slice(0, 46) + whole).items).toEqual(["!corrupt", "b"]);
  });

  test("counts only with its top-level fields", () => {
    expect(read(first.slice(0, 40) + '{"type":"word","text":"no id"}').items).toEqual(["!corrupt"]);
    expect(read(first.slice(0, 40) + '{"text":"Done."}').items).toEqual(["!corrupt"]);
  });

  test("counts only with the file's session, where it names one", () => {
    const ours = record("b", { sessionId: "s-1" });
    expect(read(first.slice(0, 40) + ours, {}, "s-1").items).toEqual(["!corrupt", "b"]);
    expect(read(first.slice(0, 40) + ours, {}, "s-2").items).toEqual(["!corrupt"]);
    expect(read(first.slice(0, 40) + whole, {}, "s-2").items).toEqual(["!corrupt", "b"]);
  });
});

describe("an object inside a torn record is no record", () => {
  const inner = record("inner", { text: "Done." });

  test.each<[string, string]>([
    ["as a field", `{"type":"word","id":"a","details":{"entry":${inner}},"tor`],
    ["as the last thing before the cut", `{"type":"word","id":"a","details":{"entry":${inner}`],
    ["in a list", `{"type":"word","id":"a","list":[${inner},${inner}],"tor`],
    ["in a list, last", `{"type":"word","id":"a","list":[1,${inner}`],
    ["with spaces", `{ "type": "word", "id": "a", "details": { "entry": ${inner}`],
    [
      "behind a string that looks like an object's start",
      `{"type":"word","id":"a","text":"if (x) {","entry":${inner},"tor`,
    ],
  ])("%s", (_, text) => {
    expect(read(text, last)).toEqual({ items: ["!torn"], warnings: ["torn-tail"] });
    expect(read(text)).toEqual({ items: ["!corrupt"], warnings: ["malformed-line"] });
  });

  test("nor inside one whose head is lost", () => {
    expect(read(`ord","id":"a","details":{"entry":${inner}}}`).items).toEqual(["!corrupt"]);
    expect(read(`${inner}},"id":"a"}`).items).toEqual(["inner", "!corrupt"]);
  });

  test("nor where the object behind it is no record either", () => {
    expect(read(`{"type":"word","id":"a","te{"type":"word","entry":${inner},"x":1}`).items).toEqual([
      "!corrupt",
    ]);
  });

  test("but quoted in a string it is text", () => {
    expect(read(record("a", { text: inner })).items).toEqual(["a"]);
    expect(read(torn(record("a", { text: inner, more: 1 })), last).items).toEqual(["!torn"]);
  });
});

describe("NUL bytes", () => {
  const nul = (count: number): string => "\0".repeat(count);

  test("before a record, behind it, and between two", () => {
    expect(read(nul(5) + record("a"))).toEqual({
      items: ["!corrupt", "a"],
      warnings: ["nul-block: 5 bytes"],
    });
    expect(read(record("a") + nul(5))).toEqual({
      items: ["a", "!corrupt"],
      warnings: ["nul-block: 5 bytes"],
    });
    expect(read(record("a") + nul(5) + record("b"))).toEqual({
      items: ["a", "!corrupt", "b"],
      warnings: ["nul-block: 5 bytes"],
    });
  });

  test("alone on a line", () => {
    expect(read(nul(4_096))).toEqual({ items: ["!corrupt"], warnings: ["nul-block: 4096 bytes"] });
  });

  test("at the end of the file", () => {
    expect(read(nul(9), last)).toEqual({ items: ["!corrupt"], warnings: ["nul-tail: 9 bytes"] });
    expect(read(record("a") + nul(9), last)).toEqual({
      items: ["a", "!corrupt"],
      warnings: ["nul-tail: 9 bytes"],
    });
    expect(read(nul(2) + record("a") + nul(9), last)).toEqual({
      items: ["!corrupt", "a", "!corrupt"],
      warnings: ["nul-block: 2 bytes", "nul-tail: 9 bytes"],
    });
  });

  test("a torn record before them, or behind", () => {
    expect(read(torn(record("a")) + nul(9), last)).toEqual({
      items: ["!corrupt"],
      warnings: ["malformed-line", "nul-tail: 9 bytes"],
    });
    expect(read(nul(9) + torn(record("a")), last)).toEqual({
      items: ["!corrupt", "!torn"],
      warnings: ["torn-tail", "nul-block: 9 bytes"],
    });
  });

  test("refuse also behind bookkeeping", () => {
    expect(read(torn(note("a")) + nul(9), last).items).toEqual(["?corrupt", "!corrupt"]);
  });
});

describe("bad UTF-8", () => {
  test("makes a record none, wherever it stands", () => {
    const bytes = Buffer.from(record("a", { text: "Done." }));
    for (const bad of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8], [0xc0, 0x80]]) {
      for (let at = 0; at <= bytes.byteLength; at += 1) {
        const spoilt = Buffer.concat([bytes.subarray(0, at), Buffer.from(bad), bytes.subarray(at)]);
        const { items } = read(spoilt);
        // Before or behind the record it leaves the record whole, and is damage beside it.
        const whole =
          at === 0 ? ["!corrupt", "a"] : at === bytes.byteLength ? ["a", "!corrupt"] : ["!corrupt"];
        expect(items).toEqual(whole);
      }
    }
  });

  test("a replacement character that the writer wrote is text", () => {
    expect(read(record("a", { text: "\uFFFD" }))).toEqual(sound("a"));
  });
});

describe("a line over the limit", () => {
  const over = (head: string): Told => read(head, { byteLength: 20_000_000 });

  test("is skipped and named", () => {
    expect(over('{"type":"word","id":"a","text":"xx')).toEqual({
      items: ["!oversized"],
      warnings: ["oversized-line: 20000000 bytes"],
    });
  });

  test("is bookkeeping where its head shows it", () => {
    expect(over('{"type":"note","id":"a","text":"xx').items).toEqual(["?oversized"]);
  });

  test("not where another record seems to begin in its head", () => {
    expect(over('{"type":"note","id":"a"}{"type":"word","te').items).toEqual(["!oversized"]);
  });
});

describe("a line of millions of pieces", () => {
  test.each<[string, string]>([
    ["NUL and a letter by turns", "\0a".repeat(1_000_000)],
    ["NUL and an object by turns", "\0{}".repeat(700_000)],
    ["joined objects", "{}".repeat(1_000_000)],
    ["joined records", record("a").repeat(90_000)],
    ["beginnings", '{"a":1,"b":"{'.repeat(100_000)],
    ["beginnings behind values", '{"a":1{'.repeat(200_000)],
    ["brackets", "{".repeat(2_000_000)],
    ["quotes", '{"' + '"'.repeat(2_000_000)],
    ["quoted braces", '{"a":[' + '"{",'.repeat(500_000)],
  ])("%s: a bounded number of items, in a moment", (_, text) => {
    const start = processorMs();
    const bytes = Buffer.from(text);
    const line: Line = { bytes, offset: 0, byteLength: bytes.byteLength, ended: true };
    const reading = readLine(line, { format, session: undefined });
    expect(reading.items.length).toBeLessThan(20_000);
    expect(reading.items.at(-1)?.kind).toBe("damage");
    expect(processorMs() - start).toBeLessThan(10_000);
  });
});
