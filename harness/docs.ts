/** Writes the documents that are made from the source. `npm run docs`. */

import { mkdirSync, writeFileSync } from "node:fs";
import { madeDocuments } from "./docs/made.ts";

for (const folder of ["docs/api", "man"]) mkdirSync(folder, { recursive: true });
for (const { path, text } of madeDocuments()) writeFileSync(path, text);
