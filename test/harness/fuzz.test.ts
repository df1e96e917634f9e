/** The fuzzer: that it makes the same inputs again, makes findings small, and sees what becomes of its process. */

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../harness/fuzz/check.ts";
import { readCorpus } from "../../harness/fuzz/corpus.ts";
import { findingText, keep } from "../../harness/fuzz/finding.ts";
import { inputOf } from "../../harness/fuzz/input.ts";
import { main } from "../../harness/fuzz/main.ts";
import { minimise } from "../../harness/fuzz/minimise.ts";
import { watch } from "../../harness/fuzz/watch.ts";
import type { Watched } from "../../harness/fuzz/watch.ts";
import { Folder } from "../support/folder.ts";
import { harnessRun } from "../support/harness-run.ts";
import type { HarnessRun } from "../support/harness-run.ts";

const corpus = readCorpus();

describe("inputs", () => {
  test("are the same for the same seed and number, and others for others", () => {
    const first = inputOf(corpus, 7, 3);
    expect(inputOf(readCorpus(), 7, 3)).toEqual(first);
    expect(inputOf(corpus, 8, 3)).not.toEqual(first);
    expect(inputOf(corpus, 7, 4)).not.toEqual(first);
  });

  test("begin with transcripts of every format", () => {
    const texts = corpus.map((bytes) => bytes.toString());
    for (const token of ['"stopReason"', '"isSidechain"', '"task_complete"']) {
      expect(texts.some((text) => text.includes(token))).toBe(true);
    }
  });

  test("keep every law, some of each seed", async () => {
    for (const seed of [1, 2, 3]) {
      for (let index = 0; index < 20; index += 1) {
        expect({ seed, index, breach: await check(inputOf(corpus, seed, index)) }).toEqual({ seed, index });
      }
    }
  });
});

describe("a finding", () => {
  test("is made small: lines go first, then bytes", async () => {
    const bytes = Buffer.from(Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join(""));
    const small = await minimise(bytes, {
      breaks: async (part) => part.includes("ne 77") && part.includes("8"),
      isOver: () => false,
    });
    expect(small.toString()).toBe("ne 778");
  });

  test("is as small as it became where time is over", async () => {
    const bytes = Buffer.from("a\nb\nc\n");
    expect(await minimise(bytes, { breaks: async () => true, isOver: () => true })).toEqual(bytes);
  });

  test("is kept with all that it takes to see it again, and shown without its control characters", () => {
    const found = {
      law: "tail",
      detail: "this instead of that",
      seed: 5,
      index: 12,
      bytes: Buffer.from("\u001B[2J{}\n"),
      options: { since: 1 },
    };
    const folder = new Folder();
    const path = keep(found, folder.at("made/on/the/way"));
    expect(path).toMatch(/tail-5-12\.jsonl$/);
    expect(readFileSync(path)).toEqual(found.bytes);
    const { bytes: _, ...rest } = found;
    expect(JSON.parse(readFileSync(path.replace(/l$/, ""), "utf8"))).toEqual(rest);
    const text = findingText(found, path);
    expect(text).toContain("npm run fuzz -- --seed 5 --from 12");
    expect(text).toContain(path);
    expect(text).not.toContain("\u001B");
  });
});

describe("a process", () => {
  const watched = (script: string): Promise<Watched> => {
    const program = new Folder().write(
      "program.mjs",
      `process.once("message", ({ from }) => {
        process.send({ kind: "begin", index: from });
        ${script}
      });`,
    );
    return watch({ seed: 1, from: 5, ms: 120_000, program, inputMsMax: 30_000 });
  };
  const input = inputOf(corpus, 1, 5);

  test("that hangs is stopped, and its input is the finding", async () => {
    const program = new Folder().write("program.mjs", `process.once("message", () => { for (;;); });`);
    const { finding } = await watch({ seed: 1, from: 5, ms: 120_000, program, inputMsMax: 1_000 });
    expect(finding).toMatchObject({ law: "hang", bytes: input.bytes, options: input.options });
  });

  test("that dies tells why", async () => {
    const { finding } = await watched(`throw new TypeError("no such thing");`);
    expect(finding).toMatchObject({ law: "crash", index: 5, bytes: input.bytes });
    expect(finding?.detail).toContain("no such thing");
  });

  test("that wants more memory than it may have is told from one that dies", async () => {
    const { finding } = await watched(`const all = []; for (;;) all.push(new Array(100_000).fill({}));`);
    expect(finding).toMatchObject({ law: "memory", index: 5 });
  });

  test("that finds something tells what, and with which bytes", async () => {
    const { inputs, finding } = await watched(
      `process.send({ kind: "breach", index: from, law: "tail", detail: "d", base64: btoa("small") });`,
    );
    expect(inputs).toBe(1);
    expect(finding).toMatchObject({ law: "tail", detail: "d", bytes: Buffer.from("small") });
  });
});

describe("the command", () => {
  const run = async (...args: readonly string[]): Promise<HarnessRun> => harnessRun((io) => main(args, io));

  test("a short run finds nothing", async () => {
    const folder = new Folder();
    const { code, out } = await run("--seconds", "5", "--seed", "1", "--findings", folder.at("findings"));
    expect(out).toMatch(/^fuzz: seed 1, 5 s\nfuzz: \d+ inputs kept every law\n$/);
    expect(code).toBe(0);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.each([["--seconds", "0"], ["--seconds", "x"], ["--seed", "1.5"], ["--from", "-1"], ["--what"]])(
    "%s %s is refused, and says what would do",
    async (...args) => {
      const { code, err } = await run(...args);
      expect(code).toBe(2);
      expect(err).toContain("npm run fuzz");
    },
  );

  test("--help", async () => {
    expect(await run("--help")).toMatchObject({ code: 0, err: "" });
  });
});
