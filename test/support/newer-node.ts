/**
 * A newer Node than the one that runs the tests, for what only it has (`node:sqlite`): the npm package `node`, kept
 * in a folder under `node_modules/.cache`, so that it is fetched once.
 */

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { platform } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const VERSION = "26.10.0";
const INSTALL_TIMEOUT_MS = 120_000;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The program's path, or why there is none. */
export type NewerNode =
  | { readonly path: string; readonly missing?: never }
  | { readonly path?: never; readonly missing: string };

/** Finds it or fetches it. Never fails: a machine without a registry skips what needs it, and says so. */
export async function newerNode(): Promise<NewerNode> {
  const kept = join(
    root,
    "node_modules",
    ".cache",
    "lastword",
    `node-${VERSION}${platform === "win32" ? ".exe" : ""}`,
  );
  if (existsSync(kept)) return { path: kept };
  mkdirSync(dirname(kept), { recursive: true });
  const work = mkdtempSync(join(dirname(kept), "install-"));
  try {
    // A package of its own, with none of this one's settings.
    writeFileSync(join(work, "package.json"), "{}");
    await promisify(execFile)(
      "npm",
      [
        "install",
        `node@${VERSION}`,
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--no-package-lock",
        "--ignore-scripts=false",
      ],
      { cwd: work, timeout: INSTALL_TIMEOUT_MS, shell: platform === "win32" },
    );
    const program = join(work, "node_modules", "node", "bin", platform === "win32" ? "node.exe" : "node");
    await promisify(execFile)(program, ["--version"]);
    // Whole or not at all, and several test files may do this at once.
    const ready = join(dirname(kept), `ready-${randomBytes(6).toString("hex")}`);
    renameSync(program, ready);
    renameSync(ready, kept);
    return { path: kept };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { missing: `node ${VERSION} could not be had from the npm registry: ${why}` };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** How a test file went under another Node. */
export interface NestedRun {
  readonly ok: boolean;
  readonly output: string;
}

/** Runs one test file of ours with vitest under that Node. */
export async function runUnder(node: string, testFile: string): Promise<NestedRun> {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  // The outer run's own variables would make the inner one a worker of it.
  const outer = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|VITE_|NODE_|npm_)/.test(name));
  const run = promisify(execFile)(node, [vitest, "run", testFile, "--reporter=dot"], {
    cwd: root,
    env: { ...Object.fromEntries(outer), NO_COLOR: "1" },
    maxBuffer: 16 * 1024 * 1024,
  });
  return run.then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    (error: unknown) => ({ ok: false, output: told(error) }),
  );
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts = ["stdout", "stderr"].map((name) => String(Reflect.get(error, name) ?? ""));
  return [error.message, ...parts].join("\n");
}
