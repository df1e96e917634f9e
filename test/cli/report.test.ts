/** `lastword report`: the page in a real browser. It renders, sorts, filters, and runs nothing that a transcript says. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { execPath } from "node:process";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM, startBrowser } from "../support/browser.ts";
import { build, shell } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { run } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";

const ATTACK = `</script><script>window.attacked = 1</script><img src=x onerror="window.attacked = 2"><b id=bold>!</b>`;

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

/** Writes a report of these transcripts; returns its path. */
function reported(folder: Folder, ...rest: readonly string[]): string {
  const out = folder.at("report.html");
  execFileSync(execPath, [built.program, "report", folder.at("runs"), "--out", out, ...rest], {
    stdio: "ignore",
  });
  return out;
}

function some(): Folder {
  const folder = new Folder();
  const put = (name: string, content: string, hour: number): void => {
    const path = folder.write(`runs/${name}`, content);
    utimesSync(path, hour * 3_600, hour * 3_600);
  };
  put("a.jsonl", ANSWERED, 500_000);
  put("b.jsonl", CUT_IN_TOOL, 500_002);
  put("c.jsonl", lines(entries(header, user(ATTACK), assistant(ATTACK))), 500_001);
  return folder;
}

test.each([
  ["", /^lastword: .*: a folder; name a file in it\n$/],
  ["nowhere/r.html", /^lastword: .*r\.html: there is no folder .*nowhere; make it, or name another file\n$/],
  ["runs/a.jsonl", /^lastword: .*a\.jsonl: it is there already; --force writes over it\n$/],
])("a page that cannot go to %j: said before anything is judged, and what to do", async (name, message) => {
  const folder = some();
  const { code, out, err } = await run(["report", folder.at("runs"), "--out", folder.at(name)]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});

test("a transcript that is not there: on the page, and said, too", async () => {
  const folder = some();
  const script = 'lastword report "$1" "$2" --out "$3"; echo $?';
  const { out, err } = await shell(built, script, [
    folder.at("runs"),
    folder.at("gone"),
    folder.at("r.html"),
  ]);
  expect(out).toBe("2\n");
  expect(err).toContain("r.html is written");
  expect(err).toContain("gone: there is no file at this path; check the path");
  expect(readFileSync(folder.at("r.html"), "utf8")).toContain("there is no file at this path");
});

test.skipIf(!existsSync("/dev/full"))("a full disk: said, and what to do", async () => {
  const folder = some();
  const script = 'lastword report "$1" --force --out /dev/full; echo $?';
  const { out, err } = await shell(built, script, [folder.at("runs")]);
  expect(out).toBe("2\n");
  expect(err).toBe("lastword: /dev/full: no room is left there (ENOSPC); make some, or name another file\n");
});

test("the file: for its user alone, whole, and not written over without a word", async () => {
  const folder = some();
  const path = reported(folder);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const page = readFileSync(path, "utf8");
  expect(page).not.toMatch(/(?:src|href)=["']?(?:https?:)?\/\//);
  expect(page).not.toContain("window.attacked = 1</script>");
  mkdirSync(folder.at("empty"));
  const script = 'lastword report "$1" --out "$2"; echo $?; lastword report "$3" --out -; echo $?';
  const { out, err } = await shell(built, script, [folder.at("runs"), path, folder.at("empty")]);
  expect(out).toBe("2\n1\n");
  expect(err).toContain("it is there already; --force writes over it");
  expect(readFileSync(path, "utf8")).toBe(page);
  expect((await run(["report", "x"])).err).toContain("--out <FILE>");
});

describe.skipIf(CHROMIUM === undefined)("in Chromium (skipped where there is none)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 180_000);
  afterAll(async () => browser.close());

  /** Opens a report, and gathers whatever the console says. */
  async function opened(path: string): Promise<{ readonly page: Page; readonly said: readonly string[] }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("request", (request) => {
      if (!/^(?:file|data):/.test(request.url())) said.push(`asks for ${request.url()}`);
    });
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector("#runs tbody tr");
    return { page, said };
  }

  async function names(page: Page): Promise<string> {
    const paths = await page.locator("#runs td.path").allTextContents();
    return paths.map((path) => path.slice(-7, -6)).join("");
  }

  test("counts, charts with their words, a table that sorts and filters, by keys too; nothing on the console", async () => {
    const { page, said } = await opened(reported(some()));
    expect(await page.locator("#counts li").allTextContents()).toEqual([
      "2ended with an answer",
      "0parked",
      "1did not finish",
      "0not to be known",
    ]);
    expect(await page.getAttribute("#by-agent", "aria-label")).toBe(
      "openclaw: 2 ended with an answer, 1 did not finish",
    );
    expect(await names(page)).toBe("bca");
    await page.click("#runs thead th:nth-child(5) button");
    expect(await names(page)).toBe("abc");
    await page.focus("#runs thead th:nth-child(5) button");
    await page.keyboard.press("Enter");
    expect(await names(page)).toBe("cba");
    expect(await page.getAttribute("#runs thead th:nth-child(5)", "aria-sort")).toBe("descending");
    await page.selectOption("#kind", "unfinished");
    expect(await names(page)).toBe("b");
    await page.click("#filters button[type=reset]");
    await page.fill("#search", "three");
    expect(await names(page)).toBe("a");
    expect(await page.textContent("#shown")).toBe("1 of 3 runs");
    await page.close();
    expect(said).toEqual([]);
  });

  test("a run's last turn, with the record that decided; Escape closes it", async () => {
    const { page, said } = await opened(reported(some()));
    await page.click("#runs tbody tr:first-child td.path button");
    expect(await page.textContent("#detail")).toContain(
      "a message of the model behind it that ends the turn",
    );
    expect(await page.locator("#detail li.decided").count()).toBe(1);
    expect(await page.textContent("#detail li.decided")).toContain("this record decided");
    await page.keyboard.press("Escape");
    expect(await page.locator("#detail[open]").count()).toBe(0);
    expect(said).toEqual([]);
    await page.close();
  });

  test("the folder of them all is said once, and not in every row", async () => {
    const folder = new Folder();
    folder.write("runs/deep/it's a.jsonl");
    folder.write("runs/deep/er/b.jsonl");
    const { page } = await opened(reported(folder));
    expect(await page.textContent("#made")).toContain(
      `2 transcripts below ${folder.at("runs/deep/")}, as of `,
    );
    const paths = await page.locator("#runs td.path").allTextContents();
    expect(paths.toSorted()).toEqual(["er/b.jsonl", "it's a.jsonl"]);
    await page.close();
  });

  test.each([1_200, 400])(
    "%d pixels wide, nothing is wider than the page; a row can be opened",
    async (width) => {
      const { page } = await opened(reported(some()));
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const box = await page.locator("#runs tbody tr:first-child td.path button").boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.close();
    },
  );

  test("what is light on dark on the screen is dark on light on paper, charts too", async () => {
    const { page } = await opened(reported(some()));
    const ink = () => page.evaluate("Chart.defaults.color + getComputedStyle(document.body).color");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(ink).toBe("#e6e9ecrgb(230, 233, 236)");
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await expect.poll(ink).toBe("#1c2024rgb(28, 32, 36)");
    await page.close();
  });

  test("what a transcript says stays text", async () => {
    const { page, said } = await opened(reported(some()));
    await page.click("#runs tbody tr:nth-child(2) td.path button");
    expect(await page.textContent("#detail pre")).toBe(ATTACK);
    expect(await page.evaluate("window.attacked")).toBeUndefined();
    expect(await page.locator("#bold").count()).toBe(0);
    expect(said).toEqual([]);
    await page.close();
  });

  test("ten thousand runs: a hundred rows at a time, and a search through all", async () => {
    const folder = new Folder();
    for (let index = 0; index < 10_000; index += 1) {
      folder.write(`runs/${index}.jsonl`, index === 77 ? CUT_IN_TOOL : ANSWERED);
    }
    const { page, said } = await opened(reported(folder));
    expect(await page.locator("#runs tbody tr").count()).toBe(100);
    expect(await page.textContent("#pages")).toContain("page 1 of 100");
    await page.click("#pages button:last-child");
    expect(await page.textContent("#pages")).toContain("page 2 of 100");
    await page.fill("#search", "/77.jsonl");
    expect(await page.locator("#runs tbody tr").count()).toBe(1);
    expect(await page.textContent("#runs tbody tr")).toContain("unfinished");
    // Only the newest have their last turn in the page.
    await page.fill("#search", "/0.jsonl");
    await page.click("#runs tbody td.path button");
    expect(await page.textContent("#detail pre:last-child")).toBe(
      `lastword explain ${folder.at("runs/0.jsonl")}`,
    );
    expect(said).toEqual([]);
    await page.close();
  });
});
