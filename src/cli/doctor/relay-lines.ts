/** What the doctor says of the relay's registration and its program, from what was found. Pure. */

import { quoted } from "../../agents/events/relay-findings.ts";
import type {
  InspectedProgram,
  InspectedSettings,
  RelayInspection,
} from "../../agents/hooks/inspect-relay.ts";
import { hooksSwitchedOff } from "../../agents/hooks/inspect-relay.ts";
import { RELAY_EVENTS } from "../../agents/hooks/relay-events.ts";
import { fail, note, ok } from "./line.ts";
import type { DoctorLine } from "./line.ts";

/** The lines, in the order of a hook's way: the file is read, the entry found, the program there, the folder trusted. */
export function relayLines(inspection: RelayInspection, version: string): readonly DoctorLine[] {
  const { settings, programs, project } = inspection;
  const install = `lastword hook install claude-code --project ${quoted(project)}`;
  const off = hooksSwitchedOff(settings);
  return [
    ...settings.flatMap((file) => settingsLines(file)),
    ...(off === undefined
      ? []
      : [fail("settings", `${off.path} switches all hooks off`, "take disableAllHooks out of it")]),
    registrationLine(inspection, install),
    ...twiceLines(settings),
    ...programs.map((program) => programLine(program, version, install, project)),
    trustLine(inspection),
  ];
}

function settingsLines({
  path,
  state,
  detail = "",
  rejected,
  faults,
}: InspectedSettings): readonly DoctorLine[] {
  if (state === "missing") return [];
  if (state === "refused") {
    const drops = rejected ? "; Claude Code takes nothing from it" : "";
    return [fail("settings", `${path}: ${detail}${drops}`, "repair it by hand, or take it away")];
  }
  if (faults.length === 0) return [ok("settings", `${path} is read`)];
  return faults.map(({ pointer, detail: what }) =>
    fail(
      "settings",
      `${path}: ${pointer}: ${what}; Claude Code drops it, and in some versions all that stands beside it`,
      "repair the entry by hand, or take it out",
    ),
  );
}

function registrationLine({ settings, missing }: RelayInspection, install: string): DoctorLine {
  const check = "registration";
  const having = settings.filter(({ entries }) => entries.length > 0).map(({ path }) => path);
  if (having.length > 0) {
    return missing.length === 0
      ? ok(check, `for ${RELAY_EVENTS.length} events, in ${having.join(" and ")}`)
      : fail(check, `none that works for ${missing.join(", ")}`, install);
  }
  const loops = settings.filter((file) => file.loops.length > 0).map(({ path }) => path);
  if (loops.length > 0) return ok(check, `bmad-loop's own relay, in ${loops.join(" and ")}`);
  return fail(
    check,
    settings.some(({ strange }) => strange)
      ? "no relay that is known; a command that stands for Stop may be one"
      : "the relay is not registered: no session tells how it ends",
    install,
  );
}

/** Two registrations in one project are one too many, and do no harm. */
function twiceLines(settings: readonly InspectedSettings[]): readonly DoctorLine[] {
  const having = settings.filter(({ entries, loops }) => entries.length + loops.length > 0);
  return having.length < 2
    ? []
    : [note("registration", `in ${having.length} settings files: each event arrives so many times`)];
}

function programLine(
  { entry, state }: InspectedProgram,
  version: string,
  install: string,
  project: string,
): DoctorLine {
  const check = "program";
  switch (state.kind) {
    case "missing":
      return fail(check, `${state.path} does not exist`, install);
    case "unreadable":
      return fail(check, `${state.path} cannot be read or run (${state.detail})`, install);
    case "present": {
      const { words } = entry.relay;
      const what = words.join(" ");
      if (state.version === undefined) return ok(check, what);
      if (state.version === version) return ok(check, `${what}, version ${version}`);
      // A program alone is the project's dependency: registered again it would be the same.
      const repair =
        words.length === 1 ? `cd ${quoted(project)} && npm install lastword@${version}` : install;
      return fail(check, `${what} is of version ${state.version}, and this is ${version}`, repair);
    }
    default:
      return state satisfies never;
  }
}

/** Source: formats.md, "Claude Code's hooks"; that `-p` asks for no trust was seen in 2.1.332. */
function trustLine({ trust, project }: RelayInspection): DoctorLine {
  const check = "trust";
  switch (trust.kind) {
    case "trusted":
      return ok(check, `${project} is trusted`);
    case "untrusted":
      return fail(
        check,
        `${project} is not trusted: a session with a window asks first, and runs no hooks till then (one with -p may)`,
        `cd ${quoted(project)} && claude`,
      );
    case "unknown":
      return note(check, `not known: ${trust.path}: ${trust.detail}`);
    default:
      return trust satisfies never;
  }
}
