/** Sweepers in processes of their own, that begin at one word and say how many runs each settled. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { createInterface } from "node:readline";

/** What each does. `ENTRY` and `URL` are put in as JSON. */
const PROGRAM = `
const { createSweeper, openRegistry } = await import(ENTRY);
const { once } = await import("node:events");
const registry = await openRegistry(URL);
const sweeper = createSweeper({ registry, quietMs: 0 });
console.log("ready");
await once(process.stdin, "data");
let settled = 0;
for (;;) {
  const { runs, failures } = await sweeper.sweepOnce();
  settled += runs.filter(({ written }) => written?.kind === "settled").length;
  if (failures.length > 0) throw failures[0].error;
  if (runs.length === 0) break;
}
console.log(settled);
await registry.close();
process.stdin.destroy();
`;

/** So many sweepers on one store. */
export class Crew {
  readonly #members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.#members = members;
  }

  /** Starts them; each has the store open, and waits for the word. */
  static async start(size: number, agentsEntry: string, url: string): Promise<Crew> {
    const code = PROGRAM.replace("ENTRY", JSON.stringify(agentsEntry)).replace("URL", JSON.stringify(url));
    const members = Array.from({ length: size }, () => {
      const child = spawn(execPath, ["--input-type=module", "-e", code], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      return { child, exited: once(child, "exit"), lines: linesOf(child) };
    });
    for (const { lines } of members) await lines.next();
    return new Crew(members);
  }

  /** Gives the word, and waits until nothing is left to do. Returns how many runs were settled together. */
  async sweep(): Promise<number> {
    for (const { child } of this.#members) child.stdin?.write("go\n");
    const settled = await Promise.all(
      this.#members.map(async ({ lines }) => Number((await lines.next()).value)),
    );
    return settled.reduce((sum, each) => sum + each, 0);
  }

  /** Waits until their processes are gone. */
  async gone(): Promise<void> {
    await Promise.all(this.#members.map(async ({ exited }) => exited));
  }
}

interface Member {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  readonly lines: AsyncIterator<string, unknown>;
}

function linesOf({ stdout }: ChildProcess): AsyncIterator<string, unknown> {
  if (stdout === null) throw new Error("a child without output");
  return createInterface({ input: stdout })[Symbol.asyncIterator]();
}
