/** The command line as it is shipped, built once into a temporary folder, and run as a process. */

import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** A build of this tree. */
export interface Built {
  /** The program's file. */
  readonly program: string;
  remove(): void;
}

/** Builds; takes a second or two. Types are another test's business. */
export function build(): Built {
  const folder = mkdtempSync(join(tmpdir(), "lastword-built-"));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  const settings = ["-p", "tsconfig.build.json", "--noCheck", "--declaration", "false"];
  execFileSync(execPath, [compiler, ...settings, "--outDir", join(folder, "dist")], { cwd: root });
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    program: join(folder, "dist", "cli.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** How a process ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a shell's command line; `$LASTWORD` in it is the program. */
export function shell(built: Built, script: string, args: readonly string[] = []): Promise<Ended> {
  return ended(
    spawn(
      "/bin/bash",
      ["--norc", "-c", `lastword() { "${execPath}" "${built.program}" "$@"; }; ${script}`, "bash", ...args],
      {
        env: { PATH: "/usr/bin:/bin" },
        stdio: ["ignore", "pipe", "pipe"],
      },
    ),
  );
}

/** Waits for a process; collects what it writes. */
export function ended(child: ChildProcess): Promise<Ended> {
  const text = { out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text.out += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text.err += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...text }));
  });
}
