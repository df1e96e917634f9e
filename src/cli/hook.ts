/** `lastword hook install|remove|status claude-code`: the relay's registration in Claude Code's settings. */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { createTwoFilesPatch } from "diff";
import { makeChange, planChange } from "../agents/hooks/change-settings.ts";
import type { SettingsPlan } from "../agents/hooks/change-settings.ts";
import type { EntryFault, RelayEntry } from "../agents/hooks/hook-entries.ts";
import { inspectRelay } from "../agents/hooks/inspect-relay.ts";
import type { InspectedSettings } from "../agents/hooks/inspect-relay.ts";
import { RELAY_EVENTS } from "../agents/hooks/relay-events.ts";
import { isPassing } from "../agents/hooks/relay-program.ts";
import { selfFor } from "../agents/hooks/self.ts";
import type { SettingsScope } from "../agents/hooks/settings-places.ts";
import { escapePath, escapeText, shellWord } from "./escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { jsonFor } from "./judged.ts";

/** The flags as commander hands them over. */
export interface HookFlags {
  readonly project?: string;
  readonly scope?: SettingsScope;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

type Plan = Extract<SettingsPlan, { readonly kind: "plan" }>;

/**
 * Registers the relay in a settings file, or takes it out.
 *
 * @returns the exit code: 0 done, or nothing to do; 2 refused, and nothing was changed
 */
export async function changeHook(action: "install" | "remove", flags: HookFlags, io: Io): Promise<number> {
  const project = await projectFrom(flags, io);
  if (project === undefined) return EXIT_USAGE;
  const self = selfFor(io.env);
  const scope = flags.scope ?? "project";
  const plan = planChange({ action, scope, project, env: io.env, self });
  if (plan.kind === "refused") return refuse(plan.path, plan.detail, io);
  const changed = plan.text !== plan.file.text;
  const isDry = flags.dryRun === true;
  let backup: string | undefined;
  try {
    if (changed && !isDry) backup = makeChange(plan, io.now());
  } catch (error) {
    return refuse(plan.file.target, error instanceof Error ? error.message : String(error), io);
  }
  if (flags.json === true) {
    const { place, target } = plan.file;
    const result = {
      action,
      agent: "claude-code",
      scope,
      path: place.path,
      target,
      changed,
      dryRun: isDry,
      backup: backup ?? null,
      faults: plan.faults,
      ...(isDry ? { patch: patchOf(plan) } : {}),
    };
    await io.stdout.write(`${jsonFor(io.stdout, result)}\n`);
  } else {
    await io.stdout.write(
      isDry ? dryWords(plan, changed) : doneWords(action, plan, changed, { backup, flags }),
    );
  }
  await warn(plan.file.place.path, plan.faults, io);
  if (action === "install" && isPassing(self)) {
    await io.stderr.write(
      `lastword: ${escapePath(self.script)} lies in a package runner's cache, which is swept; install lastword, ` +
        "and run this again with it\n",
    );
  }
  return EXIT_DONE;
}

/**
 * Says where the relay is registered.
 *
 * @returns the exit code: 0 for every event, 1 not for all of them
 */
export async function hookStatus(flags: HookFlags, io: Io): Promise<number> {
  const project = await projectFrom(flags, io);
  if (project === undefined) return EXIT_USAGE;
  const { settings, missing } = inspectRelay({ project, env: io.env });
  const registered = missing.length === 0;
  if (flags.json === true) {
    const shown = settings.map(({ scope, path, state, detail, entries, faults, disabled }) => ({
      scope,
      path,
      state,
      detail,
      disabled,
      faults,
      entries: entries.map(({ event, path, command, whole }) => ({
        event,
        pointer: `/${path.join("/")}`,
        command,
        whole,
      })),
    }));
    await io.stdout.write(
      `${jsonFor(io.stdout, { agent: "claude-code", project, registered, missing, settings: shown })}\n`,
    );
  } else {
    for (const file of settings) await io.stdout.write(`${statusWords(file)}\n`);
    if (!registered) {
      await io.stdout.write(
        `${missing.length === RELAY_EVENTS.length ? "not registered" : `not registered for ${missing.join(", ")}`}; ` +
          `try: lastword hook install claude-code${projectWords(flags)}\n`,
      );
    }
  }
  for (const { path, faults } of settings) await warn(path, faults, io);
  return registered ? EXIT_DONE : EXIT_NOT_DONE;
}

function statusWords({ scope, path, state, detail, entries, loops, disabled }: InspectedSettings): string {
  const registered = registeredWords(entries, loops);
  const words = {
    missing: "no such file",
    refused: escapeText(detail ?? "cannot be read"),
    read: disabled === true ? `${registered}; all hooks are switched off (disableAllHooks)` : registered,
  };
  return `${scope.padEnd("project".length)}  ${escapePath(path)}: ${words[state]}`;
}

/** What is ours, and what is bmad-loop's own. */
function registeredWords(entries: readonly RelayEntry[], loops: readonly RelayEntry[]): string {
  const named = (relays: readonly RelayEntry[]) => {
    const events = RELAY_EVENTS.filter((event) => relays.some((entry) => entry.event === event));
    return events.length === RELAY_EVENTS.length ? "every event" : events.join(", ");
  };
  const words = [
    ...(entries.length === 0 ? [] : [`relay for ${named(entries)}`]),
    ...(loops.length === 0 ? [] : [`bmad-loop's own relay for ${named(loops)}`]),
  ];
  return words.length === 0 ? "no relay" : words.join("; ");
}

function doneWords(
  action: "install" | "remove",
  plan: Plan,
  changed: boolean,
  { backup, flags }: { readonly backup: string | undefined; readonly flags: HookFlags },
): string {
  const { place, target } = plan.file;
  const where = escapePath(place.path) + (target === place.path ? "" : ` (a link to ${escapePath(target)})`);
  if (!changed) {
    return action === "install"
      ? `registered already: ${where}\n`
      : `nothing of lastword stands in ${where}\n`;
  }
  const done = action === "install" ? `registered for every event: ${where}\n` : `taken out: ${where}\n`;
  const copy = backup === undefined ? "" : `what was there: ${escapePath(backup)}\n`;
  const next =
    action === "install"
      ? "Sessions started with LASTWORD_EVENTS_DIR write their events there.\n" +
        `try it: lastword doctor${projectWords(flags)}\n`
      : "";
  return done + copy + next;
}

function dryWords(plan: Plan, changed: boolean): string {
  if (!changed) return `nothing to do: ${escapePath(plan.file.place.path)}\n`;
  const patch = patchOf(plan)
    .split("\n")
    .map((line) => escapeText(line.replace(/\r$/, "")))
    .join("\n");
  return `${patch}dry run: nothing was written\n`;
}

function patchOf({ file: { target, exists, text: before }, text }: Plan): string {
  const patch = createTwoFilesPatch(exists ? target : "/dev/null", target, before, text, "", "");
  // The first line is a rule of a kind that patch(1) does not need.
  return patch.slice(patch.indexOf("--- "));
}

async function warn(path: string, faults: readonly EntryFault[], { stderr }: Io): Promise<void> {
  for (const { pointer, detail } of faults) {
    await stderr.write(
      `lastword: ${escapePath(path)}: ${pointer}: ${escapeText(detail)}; Claude Code drops it, and in some versions ` +
        "all that stands beside it: repair it by hand\n",
    );
  }
}

async function refuse(path: string, detail: string, { stderr }: Io): Promise<number> {
  await stderr.write(`lastword: ${escapePath(path)}: ${escapeText(detail)}; it was left alone\n`);
  return EXIT_USAGE;
}

/** The project as the next command is to have it. */
function projectWords({ project }: HookFlags): string {
  return project === undefined ? "" : ` --project ${shellWord(project)}`;
}

/** The project's folder; undefined, and said, where it is none. */
async function projectFrom({ project = "." }: HookFlags, { stderr }: Io): Promise<string | undefined> {
  const path = resolve(project);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  await stderr.write(`lastword: ${escapePath(path)} is no folder; give the project's with --project\n`);
  return undefined;
}
