/**
 * A network namespace with loopback and nothing else: a real program that runs in it cannot reach anybody, whatever it
 * tries. Linux alone has it.
 */

import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";

/** As root without a user namespace, which would hide other owners' files; else as root of one. */
const WAYS: readonly (readonly string[])[] = [["--net"], ["--net", "--user", "--map-root-user"]];
const LOOPBACK_UP = 'ip link set lo up && exec "$@"';

/** How to get into a namespace here, or why there is none. */
export type Way =
  | { readonly kind: "way"; readonly args: readonly string[] }
  | { readonly kind: "none"; readonly why: string };

/** Tries what this machine allows. */
export function findWay(): Way {
  let why = "";
  for (const args of WAYS) {
    const { status, stderr, error } = spawnSync("unshare", inside(args, ["true"]), { encoding: "utf8" });
    if (status === 0) return { kind: "way", args };
    why = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  }
  return { kind: "none", why: `no network namespace can be made here (${why})` };
}

/** Starts a command in a namespace of its own. */
export function spawnInside(
  way: Extract<Way, { readonly kind: "way" }>,
  command: readonly string[],
): ChildProcess {
  return spawn("unshare", inside(way.args, command), { stdio: ["ignore", "pipe", "inherit"] });
}

function inside(way: readonly string[], command: readonly string[]): readonly string[] {
  return [...way, "--", "sh", "-c", LOOPBACK_UP, "sh", ...command];
}

/** True where there is no way out of this process's network: loopback alone is up, and no route leads anywhere. */
export function isIsolated(): boolean {
  const open = Object.values(networkInterfaces()).flat();
  try {
    const routes = readFileSync("/proc/net/route", "utf8").trim().split("\n").slice(1);
    return routes.length === 0 && open.length > 0 && open.every((address) => address?.internal === true);
  } catch {
    return false;
  }
}
