/** A peer's module out of a package of the npm registry. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramPackage, install } from "../../packages.ts";

/** Installs packages; a test puts its own here. */
export type Install = typeof install;

/** A module that was loaded, or why it could not be. */
export type Loaded =
  | { readonly kind: "loaded"; readonly module: unknown }
  | { readonly kind: "failed"; readonly detail: string };

/** Installs a package where it is not there yet, and loads one of its files. Another Node than it wants may be why not. */
export async function load(wanted: ProgramPackage, file: readonly string[], get: Install): Promise<Loaded> {
  const installed = await get(wanted);
  if (installed.kind === "failed") return installed;
  const path = join(installed.folder, "node_modules", wanted.name, ...file);
  try {
    const module: unknown = await import(pathToFileURL(path).href);
    return { kind: "loaded", module };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: "failed", detail: `it cannot be loaded: ${why}` };
  }
}
