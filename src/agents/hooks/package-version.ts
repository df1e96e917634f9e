/** This package's version, from its own description. */

import { readFileSync } from "node:fs";

/** As it is published; `unknown` where the description does not say. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const description: unknown = JSON.parse(text);
  return typeof description === "object" && description !== null && "version" in description
    ? String(description.version)
    : "unknown";
}
