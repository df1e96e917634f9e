/** docs/verdicts.md lists every reason with its kind and its sentence, as the code has them. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kindOf, reasons, sentenceFor } from "../src/transcripts/index.ts";

test("the page lists every reason as the code says it", () => {
  const page = readFileSync(new URL("../docs/verdicts.md", import.meta.url), "utf8");
  const rows = reasons.map((reason) => `- \`${reason}\` (${kindOf(reason)}): ${sentenceFor(reason)}`);
  expect(page).toContain(`<!-- reasons:begin -->\n\n${rows.join("\n")}\n\n<!-- reasons:end -->`);
});
