/** Compiles the program with everything that it imports, so that starting it a hundred times is quick. */

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const compiler = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin",
  "tsc",
);

/**
 * Builds; takes a second or two. Types are another test's business.
 *
 * @param folder an empty one
 * @returns the program's file
 */
export function buildProgram(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const settings = {
    extends: join(root, "tsconfig.build.json"),
    compilerOptions: { rootDir: root, outDir: folder, noCheck: true, declaration: false },
    include: [],
    files: [join(root, "test/support/fleet/program.ts")],
  };
  const file = join(folder, "tsconfig.json");
  writeFileSync(file, JSON.stringify(settings));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execFileSync(execPath, [compiler, "-p", file], { cwd: root });
  return join(folder, "test/support/fleet/program.js");
}
