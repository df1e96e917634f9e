/**
 * The page as one self-contained HTML text. Nothing in it is loaded from anywhere, and nothing runs but the two
 * scripts whose digests its policy names: what a transcript says is data, and shown as text.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReportData } from "./data.ts";
import { STYLE } from "./style.ts";

/** The page for some data. */
export function reportPage(data: ReportData): string {
  const chart = inlineScript(chartLibrary());
  const client = inlineScript(clientScript());
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(chart)} ${digestOf(client)}`,
    `style-src ${digestOf(STYLE)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>What became of the runs</title>
<style>${STYLE}</style>
</head>
<body>
${BODY}
<script type="application/json" id="data">${jsonForHtml(data)}</script>
<script>${chart}</script>
<script type="module">${client}</script>
</body>
</html>
`;
}

const BODY = `<header>
<h1>What became of the runs</h1>
<p id="made"></p>
</header>
<noscript><p>This page shows its table and its charts with JavaScript; lastword check prints the same.</p></noscript>
<main>
<section aria-labelledby="counts-title">
<h2 id="counts-title">How they ended</h2>
<ul id="counts" class="counts"></ul>
</section>
<section class="charts" aria-label="Charts">
<figure><figcaption>Verdicts over time</figcaption><div class="chart"><canvas id="by-time" role="img"></canvas></div></figure>
<figure><figcaption>By agent</figcaption><div class="chart"><canvas id="by-agent" role="img"></canvas></div></figure>
<figure><figcaption>Why they did not end with an answer</figcaption><div class="chart"><canvas id="by-reason" role="img"></canvas></div></figure>
</section>
<section aria-labelledby="runs-title">
<h2 id="runs-title">Runs</h2>
<form id="filters" role="search" aria-label="Filter the runs">
<label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Verdict <select id="kind"><option value="">all</option></select></label>
<label>Agent <select id="agent"><option value="">all</option></select></label>
<label>Reason <select id="reason"><option value="">all</option></select></label>
<button type="reset">Show all</button>
</form>
<p id="shown" role="status" aria-live="polite"></p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="runs-title">
<table id="runs">
<thead><tr></tr></thead>
<tbody></tbody>
</table>
</div>
<nav id="pages" aria-label="Pages of the table"></nav>
</section>
</main>
<dialog id="detail" aria-labelledby="detail-title"></dialog>`;

/** In a script element only its end tag, and what opens a comment, would be more than data. */
function jsonForHtml(data: ReportData): string {
  return JSON.stringify(data)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}

/** Our own scripts, too, must not end the element that they stand in. */
function inlineScript(code: string): string {
  return code.replace(/\/\/# sourceMappingURL=.*$/gm, "").replaceAll("</script", String.raw`<\/script`);
}

function chartLibrary(): string {
  const folder = dirname(createRequire(import.meta.url).resolve("chart.js"));
  return readFileSync(join(folder, "chart.umd.min.js"), "utf8");
}

/** The page's own script, as it was built. */
function clientScript(): string {
  return readFileSync(join(dirname(fileURLToPath(import.meta.url)), "client.js"), "utf8");
}

function digestOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
