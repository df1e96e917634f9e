/** The live page: its frame. What it shows it asks for. */

import { inlineScript, policyFor } from "../report/page-parts.ts";
import { STYLE } from "../report/style.ts";

/** The page, and the policy that goes with it. */
export function livePage(): { readonly html: string; readonly policy: string } {
  const client = inlineScript(new URL("client.js", import.meta.url));
  const policy = policyFor({ scripts: [client], style: STYLE, connect: "'self'" });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Runs</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Runs</h1><p><span id="shown" role="status" aria-live="polite">asking…</span><span id="as-of"></span></p></header>
<main>
<ul id="counts" class="counts"></ul>
<section aria-labelledby="runs-title">
<h2 id="runs-title">The newest</h2>
<form id="filters" role="search" aria-label="Filter the runs">
<label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
</form>
<div class="scroll" tabindex="0" role="region" aria-labelledby="runs-title">
<table id="runs">
<thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col">Began</th><th scope="col">In hand, or waits</th><th scope="col">Its parent</th><th scope="col">About</th></tr></thead>
<tbody></tbody>
</table>
</div>
</section>
</main>
<script type="module">${client}</script>
</body>
</html>
`;
  return { html, policy };
}
