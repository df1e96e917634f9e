/** docs/api/ and man/lastword.1 are what `npm run docs` makes of the source now, and every public name says what it is. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { declaredNames } from "../harness/docs/emitted.ts";
import { madeDocuments } from "../harness/docs/made.ts";
import * as lastword from "../src/index.ts";

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("what is checked in is what is made; run npm run docs", () => {
  const made = madeDocuments();
  expect(made.map(({ path }) => path)).toEqual([
    "docs/api/transcripts.md",
    "docs/api/agents.md",
    "man/lastword.1",
  ]);
  for (const { path, text } of made) expect([path, textOf(path)]).toEqual([path, text]);
});

test("package.json names the man page, and ships it", () => {
  const { man, files } = JSON.parse(textOf("package.json")) as { man: string; files: string[] };
  expect(man).toBe("man/lastword.1");
  expect(files).toContain("man");
});

describe("the public names", () => {
  const halves = declaredNames(["transcripts", "agents"]);
  const names = [...halves.values()].flat().flatMap((module) => module.names);

  test("are all there: what the package exports, and the types in its index", () => {
    const index = textOf("src/index.ts").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const exported = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
    expect(names.map(({ name }) => name).toSorted()).toEqual(exported.toSorted());
    expect(exported).toEqual(expect.arrayContaining(Object.keys(lastword)));
  });

  test("have a doc comment each, that is more than the name again", () => {
    const poor = names.filter(({ doc }) => doc.split(/\s+/).length < 3);
    expect(poor.map(({ name, doc }) => `${name}: ${doc}`)).toEqual([]);
  });

  test.each(["transcripts", "agents"])("are led to by the links of docs/api/%s.md", (half) => {
    const page = textOf(`docs/api/${half}.md`);
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name);
    const links = [...page.matchAll(/\[`(\w+)`\]\(#([\w-]+)\)/g)];
    expect(links.length).toBeGreaterThan(10);
    for (const [, name, place = ""] of links) {
      const [, word = "", number = "0"] = /^(.*?)(?:-(\d+))?$/.exec(place) ?? [];
      expect(headings.filter((heading) => heading.toLowerCase() === word)[Number(number)]).toBe(name);
    }
  });

  test("modules say at their top what they are for", () => {
    expect([...halves.values()].flat().filter(({ doc }) => doc === "")).toEqual([]);
  });
});
