/**
 * The page as one self-contained HTML text. Nothing in it is loaded from anywhere, and nothing runs but the two
 * scripts whose digests its policy names: what a transcript says is data, and shown as text.
 */

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ReportData } from "./data.ts";
import { inlineScript, jsonForHtml, policyFor } from "./page-parts.ts";
import { STYLE } from "./style.ts";

/** The page for some data. */
export function reportPage(data: ReportData): string {
  const chart = chartLibrary();
  const client = inlineScript(new URL("client.js", import.meta.url));
  const policy = policyFor({ scripts: [chart, client], style: STYLE });
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

function chartLibrary(): string {
  const folder = dirname(createRequire(import.meta.url).resolve("chart.js"));
  return inlineScript(join(folder, "chart.umd.min.js"));
}
