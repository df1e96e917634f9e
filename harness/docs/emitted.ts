/** The public names as the source has them now: emits the declarations into a temporary folder, and reads them. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { publicDeclarations } from "./declarations.ts";
import type { DeclaredModule } from "./declarations.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Every public name of each half of the package, by module. Takes some seconds. */
export function declaredNames<Half extends string>(
  halves: readonly Half[],
): ReadonlyMap<Half, readonly DeclaredModule[]> {
  const folder = mkdtempSync(join(tmpdir(), "lastword-declarations-"));
  try {
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
      "bin",
      "tsc",
    );
    const settings = ["-p", "tsconfig.build.json", "--emitDeclarationOnly", "--noEmitOnError", "false"];
    execFileSync(execPath, [compiler, ...settings, "--noCheck", "--outDir", folder], { cwd: root });
    const isPublic = new Set(
      publicDeclarations(folder, "index.d.ts").flatMap(({ names }) => names.map(({ name }) => name)),
    );
    return new Map(
      halves.map((half) => {
        const modules = publicDeclarations(folder, `${half}/index.d.ts`).map((module) => ({
          ...module,
          // What one half lends the other is not public.
          names: module.names.filter(({ name }) => isPublic.has(name)),
        }));
        return [half, modules.filter(({ names }) => names.length > 0)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
