/** What the doctor says of the store: whether it opens, and answers. Opens it as any command would. */

import { existsSync } from "node:fs";
import { StoreError, openRegistry } from "../../agents/index.ts";
import type { Environment } from "../../agents/hooks/relay.ts";
import { fileOf, shownUrl, storeUrlFrom, withoutSecrets } from "../store-url.ts";
import { fail, note, ok } from "./line.ts";
import type { DoctorLine } from "./line.ts";

/**
 * The store that was named, in the flags or by LASTWORD_STORE; of one that nobody named it is no fault not to be there.
 *
 * @param typed the URL of the flags
 */
export async function storeLine(typed: string | undefined, env: Environment): Promise<DoctorLine> {
  const check = "store";
  const url = storeUrlFrom(typed, env);
  const file = fileOf(url);
  if (file !== undefined && !existsSync(file)) {
    const isNamed = typed !== undefined || (env["LASTWORD_STORE"] ?? "") !== "";
    return isNamed
      ? fail(check, `${file} does not exist`, "check the name; the first run that is added makes it")
      : note(check, `none is named, and there is none at ${file}`);
  }
  try {
    const store = await openRegistry(url);
    try {
      const some = await store.list({ limit: 1 });
      return ok(check, `${shownUrl(url)} answers${some.length === 0 ? ", and holds no run" : ""}`);
    } finally {
      await store.close();
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const what = withoutSecrets(words, url);
    return fail(
      check,
      `${shownUrl(url)}: ${what}`,
      error instanceof StoreError ? repairOf(error) : "check the URL",
    );
  }
}

function repairOf({ failure: { code } }: StoreError): string {
  switch (code) {
    case "busy":
      return "see who holds it, and try again";
    case "unreachable":
      return "start the server, or correct the URL";
    case "full":
      return "make room on its disk";
    case "denied":
      return "give this user the right to it";
    case "corrupt":
      return "restore it from a backup, or name another file";
    case "newer-schema":
      return "npm install lastword@latest";
    case "no-driver":
      return "npm install pg, or libsql, beside lastword";
    case "invalid":
      return "name it as sqlite:PATH or postgres://USER@HOST/DATABASE";
    case "conflict":
    case "closed":
    case "failed":
      return "see what it says, and try again";
    default:
      return code satisfies never;
  }
}
