/** Every document that is made from the source, as the source has it now. */

import { HALVES, apiPage } from "./api.ts";
import { Writable } from "node:stream";
import { programFor } from "../../src/cli/main.ts";
import { Output } from "../../src/cli/output.ts";
import { declaredNames } from "./emitted.ts";
import { manPage } from "./man.ts";

export interface MadeDocument {
  /** From the root. */
  readonly path: string;
  readonly text: string;
}

/** Takes some seconds; writes nothing. */
export function madeDocuments(): readonly MadeDocument[] {
  const names = declaredNames(HALVES.map(({ half }) => half));
  const pages = HALVES.map((page) => ({
    path: `docs/api/${page.half}.md`,
    text: apiPage(page, names.get(page.half) ?? []),
  }));
  return [...pages, { path: "man/lastword.1", text: manPage(silentProgram()) }];
}

/** The program with its commands, connected to nothing. */
function silentProgram(): ReturnType<typeof programFor> {
  const nowhere = () => new Output(new Writable({ write: (_chunk, _encoding, done) => done() }));
  const stdin = { isTTY: false, async *[Symbol.asyncIterator]() {} };
  return programFor({ stdin, stdout: nowhere(), stderr: nowhere(), env: {}, now: () => 0 }, () => {});
}
