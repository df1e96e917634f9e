/** The folders of the XDG Base Directory Specification, as far as they are used here. Opens nothing. */

import { isAbsolute, join } from "node:path";
import { homeFolder } from "../agents/home.ts";
import type { Io } from "./io.ts";

/** What each is where its variable does not say, below the home folder. */
const BELOW_HOME = { XDG_CONFIG_HOME: [".config"], XDG_STATE_HOME: [".local", "state"] } as const;

/** This program's own folder below one of them. */
export function xdgFolder(variable: keyof typeof BELOW_HOME, env: Io["env"]): string {
  const named = env[variable] ?? "";
  // By the specification a path that is not absolute does not count.
  const base = isAbsolute(named) ? named : join(homeFolder(env), ...BELOW_HOME[variable]);
  return join(base, "lastword");
}
