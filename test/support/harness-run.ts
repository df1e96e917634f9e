/** Runs a main of the harness inside the test's process: exit code, and what was written out. */

import { PassThrough } from "node:stream";
import type { Io } from "../../src/cli/io.ts";
import { Output } from "../../src/cli/output.ts";

export interface HarnessRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What of the world a main is given, where a test does not say otherwise. */
type World = Partial<Pick<Io, "env" | "now">>;

/** @param main what is run, over the world that it is given */
export async function harnessRun(main: (io: Io) => Promise<number>, world: World = {}): Promise<HarnessRun> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const io: Io = {
    stdin: new PassThrough(),
    stdout: new Output(out),
    stderr: new Output(err),
    env: {},
    now: () => Date.parse("2026-11-01T10:00:00Z"),
    ...world,
  };
  const texts = Promise.all([out, err].map((stream) => stream.setEncoding("utf8").toArray()));
  const code = await main(io);
  out.end();
  err.end();
  const [outText = "", errText = ""] = (await texts).map((chunks) => chunks.join(""));
  return { code, out: outText, err: errText };
}
