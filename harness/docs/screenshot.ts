/**
 * Takes README.md's picture: `lastword report` over the recordings of the tests, in a headless Chromium, light and dark.
 * `npm run docs:screenshot`. Files are dated by their order, so that the picture shows the same days each time.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, shell } from "../../test/support/built-command-line.ts";
import { startBrowser } from "../../test/support/browser.ts";

const RECORDINGS = "test/fixtures/recordings";
const PICTURES = "docs/images";
/** The first file is dated so, Unix seconds: 2026-11-02. The next ones follow by {@link APART_S}. */
const FIRST_S = Date.UTC(2026, 10, 2, 9) / 1_000;
const APART_S = 2 * 3_600;
/** CSS pixels. The picture ends with the last row that is whole. */
const SIZE = { width: 1_180, height: 880 };

const folder = mkdtempSync(join(tmpdir(), "lastword-picture-"));
const built = build();
const browser = await startBrowser();
try {
  copyRecordings();
  const { code, err } = await shell(built, 'cd "$1" && lastword report runs --out report.html', [folder]);
  if (code !== 0) throw new Error(err);
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
    await page.goto(pathToFileURL(join(folder, "report.html")).href);
    await page.waitForSelector("#runs tbody tr");
    const rows = await Promise.all(
      (await page.locator("#runs tbody tr").all()).slice(0, 8).map((row) => row.boundingBox()),
    );
    const ends = rows.map((box) => (box === null ? 0 : Math.floor(box.y + box.height)));
    const height = Math.max(...ends.filter((end) => end <= SIZE.height));
    await page.screenshot({
      path: `${PICTURES}/report-${colorScheme}.png`,
      clip: { x: 0, y: 0, width: SIZE.width, height },
    });
  }
} finally {
  await browser.close();
  built.remove();
  rmSync(folder, { recursive: true, force: true });
}

/** The recordings, below `runs/`, the agent's name and version first. */
function copyRecordings(): void {
  const names = readFileSync(`${RECORDINGS}/index.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => fileOf(JSON.parse(line)));
  for (const [index, name] of names.entries()) {
    const to = join(folder, "runs", name);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(RECORDINGS, name), to);
    // Not in the order of the list, which goes agent by agent.
    const at = FIRST_S + ((index * 37) % names.length) * APART_S;
    utimesSync(to, at, at);
  }
}

function fileOf(row: unknown): string {
  if (typeof row === "object" && row !== null && "file" in row && typeof row.file === "string") {
    return row.file;
  }
  throw new Error(`${RECORDINGS}/index.jsonl has a row without a file`);
}
