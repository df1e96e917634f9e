/** This package's version, from its own description. */

import { readFileSync } from "node:fs";

/** As it is published; `unknown` where the description does not say, or is not there: nothing may fail for want of it. */
export function packageVersion(): string {
  try {
    const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    const description: unknown = JSON.parse(text);
    if (typeof description === "object" && description !== null && "version" in description) {
      return String(description.version);
    }
  } catch {
    // Said below.
  }
  return "unknown";
}
