/** The user's home folder, as the environment has it. Opens nothing. */

import { homedir } from "node:os";

/** The environment, as far as it says where things lie. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The first of these variables that is set and not empty; else the home that the system knows. */
export function homeFolder(env: Environment, variables: readonly string[] = ["HOME", "USERPROFILE"]): string {
  return variables.map((name) => env[name] ?? "").find((path) => path !== "") ?? homedir();
}
