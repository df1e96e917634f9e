/** What every page is made of: its scripts and its style in it, and a policy that allows these and nothing else. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The policy for a page: only what has one of these texts runs, or is style; and only these may be asked for. */
export function policyFor(parts: {
  readonly scripts: readonly string[];
  readonly style: string;
  readonly connect?: string;
}): string {
  return [
    "default-src 'none'",
    `script-src ${parts.scripts.map(digestOf).join(" ")}`,
    `style-src ${digestOf(parts.style)}`,
    "img-src data:",
    ...(parts.connect === undefined ? [] : [`connect-src ${parts.connect}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function digestOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** A script of ours, made to stand in a page: it, too, must not end the element that it stands in. */
export function inlineScript(path: string | URL): string {
  return readFileSync(path, "utf8")
    .replace(/\/\/# sourceMappingURL=.*$/gm, "")
    .replaceAll("</script", String.raw`<\/script`);
}

/** Data in a script element: only its end tag, and what opens a comment, would be more than data there. */
export function jsonForHtml(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
