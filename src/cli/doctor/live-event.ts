/**
 * A test event through a registered command, as Claude Code would send it: a shell, the payload, its own variables, and
 * a folder of events that is made for it and removed behind it. Runs what the settings say.
 */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { readEventFiles } from "../../agents/index.ts";
import type { RelayEntry } from "../../agents/hooks/hook-entries.ts";
import { PROJECT_VARIABLE, runsApart } from "../../agents/hooks/relay-command.ts";
import type { Environment } from "../../agents/hooks/relay.ts";

/** What became of the test event. */
export type TriedRelay =
  | { readonly kind: "arrived"; readonly ms: number }
  | { readonly kind: "lost"; readonly detail: string };

/** A relay takes a tenth of a second, and on a loaded machine a few. */
const TRY_MS_MAX = 30_000;
const POLL_MS = 20;
const WORDS_CHARS_MAX = 2_000;
const SESSION = "lastword-doctor";

/** Sends a test event through an entry's command, from a folder of its own. */
export async function tryRelay(
  { event, command }: Pick<RelayEntry, "event" | "command">,
  {
    project,
    env,
    limitMs = TRY_MS_MAX,
  }: { readonly project: string; readonly env: Environment; readonly limitMs?: number },
): Promise<TriedRelay> {
  const folder = mkdtempSync(join(tmpdir(), "lastword doctor "));
  const events = join(folder, "events");
  try {
    mkdirSync(events);
    const started = performance.now();
    const { how, words } = await runIn(
      folder,
      command,
      { session_id: SESSION, hook_event_name: event, cwd: project },
      limitMs,
      {
        ...env,
        [PROJECT_VARIABLE]: project,
        LASTWORD_EVENTS_DIR: events,
        LASTWORD_TASK_ID: SESSION,
        BMAD_LOOP_RUN_DIR: folder,
        BMAD_LOOP_TASK_ID: SESSION,
        BMAD_LOOP_EVENTS_DIR: events,
      },
    );
    const said = words === "" ? "" : `: ${words}`;
    if (how !== "exit code 0") return { kind: "lost", detail: `it ended with ${how}${said}` };
    const isThere = () =>
      readEventFiles([events]).events.some(({ name, sessionId }) => name === event && sessionId === SESSION);
    while (runsApart(command) && !isThere() && performance.now() - started < limitMs) await sleep(POLL_MS);
    return isThere()
      ? { kind: "arrived", ms: performance.now() - started }
      : { kind: "lost", detail: `it ran, and no ${event} arrived${said}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How the command ended (an exit code, a signal, a failure to start), and what it said. */
function runIn(
  cwd: string,
  command: string,
  payload: object,
  limitMs: number,
  env: Environment,
): Promise<{ readonly how: string; readonly words: string }> {
  return new Promise((resolve) => {
    // A group of its own: what the shell started ends with it.
    const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, limitMs);
    let words = "";
    const hear = (chunk: string) => {
      words = (words + chunk).slice(0, WORDS_CHARS_MAX);
    };
    const end = (how: string) => {
      clearTimeout(timer);
      resolve({ how: isLate ? `nothing within ${limitMs} ms` : how, words: words.trim() });
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.on("error", (error) => end(error.message));
    child.on("close", (code, signal) => end(signal ?? `exit code ${code}`));
    // A command that reads nothing closes the pipe: that is no failure of ours.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(payload));
  });
}
