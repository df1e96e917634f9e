/** What the doctor says of folders: where events go, and where agents keep their transcripts. Looks, writes nothing. */

import { accessSync, constants, lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { quoted } from "../../agents/events/relay-findings.ts";
import { relayChannel } from "../../agents/hooks/relay.ts";
import type { Environment } from "../../agents/hooks/relay.ts";
import { configFolder } from "../../agents/hooks/settings-places.ts";
import { agentFolders } from "../agent-folders.ts";
import { fail, note, ok } from "./line.ts";
import type { DoctorLine } from "./line.ts";

const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

/** The folder that events go to: the one that was named, or that this environment names. */
export function eventsLine(named: string | undefined, env: Environment): DoctorLine {
  const check = "events";
  const path = named ?? relayChannel(env)?.folder;
  if (path === undefined) {
    return note(check, "no folder is named here; a loop sets LASTWORD_EVENTS_DIR for its sessions");
  }
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    const above = dirname(path);
    return denied(above, constants.W_OK | constants.X_OK) === undefined
      ? ok(check, `${path} will be made by the first event`)
      : fail(
          check,
          `${path} does not exist, and cannot be made in ${above}`,
          `mkdir -p -m 700 ${quoted(path)}`,
        );
  }
  if (stats.isSymbolicLink()) {
    return fail(check, `${path} is a link: the relay refuses it`, "name the folder itself");
  }
  if (!stats.isDirectory()) return fail(check, `${path} is no folder`, "name a folder");
  const refused = denied(path, constants.R_OK | constants.W_OK | constants.X_OK);
  if (refused !== undefined) {
    return fail(check, `${path} may not be written to (${refused})`, `chmod u+rwx ${quoted(path)}`);
  }
  return isOpen(stats.mode)
    ? fail(check, `anybody may write events into ${path}`, `chmod 700 ${quoted(path)}`)
    : ok(check, `${path} may be written to`);
}

/** The settings' folder: who writes there decides what runs in every session. */
export function settingsFolderLine(project: string): readonly DoctorLine[] {
  const path = join(project, ".claude");
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isOpen(stats.mode)
    ? [fail("settings", `anybody may write into ${path}`, `chmod go-w ${quoted(path)}`)]
    : [];
}

/** The folders of transcripts: the project's own, and every agent's that is there. */
export function transcriptLines(project: string, env: Environment): readonly DoctorLine[] {
  const check = "transcripts";
  const agents = agentFolders(env).filter(({ exists }) => exists);
  const lines = agents.map(({ agent, path }) => {
    const refused = denied(path, constants.R_OK | constants.X_OK);
    return refused === undefined
      ? ok(check, `${path} can be read (${agent})`)
      : fail(check, `${path} cannot be read (${refused})`, `chmod u+rx ${quoted(path)}`);
  });
  return [...lines, projectLine(check, project, env)];
}

/** Source: formats.md, "Claude Code": every character of the folder's path that is no letter or digit is a dash. */
function projectLine(check: string, project: string, env: Environment): DoctorLine {
  const path = join(configFolder(env), "projects", realpathSync(project).replaceAll(/[^A-Za-z0-9]/g, "-"));
  try {
    const count = readdirSync(path).filter((name) => name.endsWith(".jsonl")).length;
    return ok(check, `${path} holds ${count === 1 ? "one transcript" : `${count} transcripts`}`);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return note(check, `no session of Claude Code has run in ${project} yet`);
    return fail(check, `${path} cannot be read (${code})`, `chmod u+rx ${quoted(path)}`);
  }
}

function isOpen(mode: number): boolean {
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}

function denied(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
