/** Opens the store of a command, and closes it behind the command, whatever happened. */

import { existsSync } from "node:fs";
import { StoreError, openRegistry } from "../agents/index.ts";
import type { RunStore } from "../agents/index.ts";
import { escapeText } from "./escape.ts";
import { EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { fileOf, shownUrl, storeUrlFrom, withoutSecrets } from "./store-url.ts";

/** What every command over a store is told. */
export interface StoreFlags {
  readonly store?: string;
}

/** A store that is open, and its URL. */
export interface OpenStore {
  readonly store: RunStore;
  readonly url: string;
}

/**
 * Does some work over the store that the flags name.
 *
 * @param needsFile true where a file that is not there is a mistake in its name, and not to be made
 * @returns the work's exit code; 2, with a word on standard error, where the store could not work
 */
export async function withStore(
  { flags, io, needsFile }: { readonly flags: StoreFlags; readonly io: Io; readonly needsFile: boolean },
  work: (open: OpenStore) => Promise<number>,
): Promise<number> {
  const url = storeUrlFrom(flags.store, io.env);
  const complain = async (what: string): Promise<number> => {
    await io.stderr.write(`lastword: ${escapeText(withoutSecrets(what, url))}\n`);
    return EXIT_USAGE;
  };
  const file = fileOf(url);
  if (needsFile && file !== undefined && !existsSync(file)) {
    return complain(`${file}: there is no such store; name another with --store, or add a run first`);
  }
  if (/^memory:/i.test(url)) {
    return complain("a store in memory ends with this command; name a file or a server");
  }
  try {
    const store = await openRegistry(url);
    try {
      return await work({ store, url });
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return complain(`${shownUrl(url)}: ${error.message}`);
    // Whatever a driver makes of a URL that it cannot read.
    if (file === undefined && error instanceof TypeError) {
      return complain(
        `${shownUrl(url)}: ${error.message}; a store is sqlite:PATH or postgres://USER@HOST/DATABASE`,
      );
    }
    throw error;
  }
}
