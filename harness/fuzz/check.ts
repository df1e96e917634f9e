/** Holds an input to the laws, one after the other, and tells the first one that it breaks. */

import { LAWS } from "./laws.ts";
import type { Law } from "./laws.ts";
import type { Input } from "./input.ts";

/** A law that an input broke, and how. `verdict`: there was none, but an error. */
export interface Breach {
  readonly law: Law | "verdict";
  readonly detail: string;
}

/** The first law that the input breaks; undefined if it holds to all. */
export async function check(input: Input): Promise<Breach | undefined> {
  try {
    for (const [law, holds] of LAWS) {
      const detail = await holds(input);
      if (detail !== undefined) return { law, detail };
    }
    return undefined;
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { law: "verdict", detail };
  }
}
