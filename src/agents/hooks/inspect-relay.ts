/**
 * Looks a project's relay up: what the settings register, whether the program is there and of this version, whether the
 * workspace is trusted. Reads files; starts nothing, changes nothing.
 */

import process from "node:process";
import type { RelayFindings } from "../events/relay-findings.ts";
import { hookEntries } from "./hook-entries.ts";
import type { EntryFault, RelayEntry } from "./hook-entries.ts";
import { RELAY_EVENTS } from "./relay-events.ts";
import type { RelayEvent } from "./relay-events.ts";
import { programState } from "./relay-program.ts";
import type { ProgramState, Self } from "./relay-program.ts";
import type { Environment } from "./relay.ts";
import { selfFor } from "./self.ts";
import { readSettings } from "./settings-file.ts";
import { SETTINGS_SCOPES, settingsPlace } from "./settings-places.ts";
import type { SettingsScope } from "./settings-places.ts";
import { trustOf } from "./trust.ts";
import type { Trust } from "./trust.ts";

/** One settings file, as it was found. */
export interface InspectedSettings {
  readonly scope: SettingsScope;
  readonly path: string;
  readonly state: "missing" | "read" | "refused";
  /** Why it was refused. */
  readonly detail?: string;
  /** True where the host cannot read it either. */
  readonly rejected: boolean;
  readonly entries: readonly RelayEntry[];
  /** A loop's own relay. */
  readonly loops: readonly RelayEntry[];
  /** True where a command for Stop may be somebody's own relay. */
  readonly strange: boolean;
  readonly faults: readonly EntryFault[];
  /** Whether it switches all hooks off; undefined where it does not say. */
  readonly disabled?: boolean;
}

/** One program that is registered, however often. */
export interface InspectedProgram {
  readonly entry: RelayEntry;
  readonly state: ProgramState;
}

/** All that was found. */
export interface RelayInspection {
  readonly project: string;
  readonly settings: readonly InspectedSettings[];
  readonly programs: readonly InspectedProgram[];
  /** Events that no accepted settings register for us. */
  readonly missing: readonly RelayEvent[];
  readonly trust: Trust;
  /** The same, for the guard. */
  readonly findings: RelayFindings;
}

/** Where to look, and as whom. */
export interface InspectRequest {
  /** The project's folder, absolute. */
  readonly project: string;
  readonly env: Environment;
  /** By default this package. */
  readonly self?: Self;
}

/**
 * What the guard is to know of a project's relay, looked up now.
 *
 * @param project the project's folder, absolute
 * @param env by default this process's: where the user's settings are, and the PATH
 * @example
 * guard.observe({ channel, relay: relayFindings("/home/me/project"), project: "/home/me/project" });
 */
export function relayFindings(project: string, env: Environment = process.env): RelayFindings {
  return inspectRelay({ project, env }).findings;
}

/** Looks at everything that a relay's events depend on. */
export function inspectRelay({ project, env, self = selfFor(env) }: InspectRequest): RelayInspection {
  const settings = SETTINGS_SCOPES.map((scope) => inspectSettings(scope, project, env, self));
  const entries = settings.flatMap((file) => file.entries);
  const missing = RELAY_EVENTS.filter(
    (event) => !entries.some((entry) => entry.event === event && entry.whole),
  );
  const loops = settings.flatMap((file) => file.loops);
  const programs = distinct([...entries, ...loops]).map((entry) => ({
    entry,
    state: programState(entry.relay, env),
  }));
  const trust = trustOf(project, env);
  const seen = { project, settings, programs, missing, trust };
  return { ...seen, findings: findingsOf(seen, self) };
}

function inspectSettings(
  scope: SettingsScope,
  project: string,
  env: Environment,
  self: Self,
): InspectedSettings {
  const place = settingsPlace(scope, project, env);
  const file = readSettings(place);
  const { path } = place;
  const nothing = { scope, path, rejected: false, entries: [], loops: [], strange: false, faults: [] };
  if (file.kind === "refused") {
    return { ...nothing, state: "refused", detail: file.detail, rejected: file.rejected };
  }
  if (!file.exists) return { ...nothing, state: "missing" };
  const context = { project, self: self.script };
  const { ours, loops, strange, faults, disabled } = hookEntries(file.value, context);
  return {
    ...nothing,
    state: "read",
    entries: ours,
    loops,
    strange,
    faults,
    ...(disabled === undefined ? {} : { disabled }),
  };
}

/** One entry for each program: the others are started from the same files. Stop's first, since it matters most. */
function distinct(entries: readonly RelayEntry[]): readonly RelayEntry[] {
  const byProgram = new Map<string, RelayEntry>();
  for (const entry of entries) {
    const key = JSON.stringify(entry.relay.words);
    if (!byProgram.has(key) || entry.event === "Stop") byProgram.set(key, entry);
  }
  return [...byProgram.values()];
}

/** The settings file that switches all hooks off; the nearer to the project the file, the more it counts. */
export function hooksSwitchedOff(settings: readonly InspectedSettings[]): InspectedSettings | undefined {
  const byNearness = (["local", "project", "user"] as const).map((scope) =>
    settings.find((file) => file.scope === scope && file.disabled !== undefined),
  );
  const decides = byNearness.find((file) => file !== undefined);
  return decides?.disabled === true ? decides : undefined;
}

function findingsOf(
  { settings, programs, trust }: Omit<RelayInspection, "findings">,
  self: Self,
): RelayFindings {
  const states = programs.map(({ state }) => state);
  const isOff = hooksSwitchedOff(settings) !== undefined;
  const registered = states.length > 0;
  if (!registered) {
    return {
      // A command that nobody knows may be a relay all the same.
      ...(settings.some(({ strange }) => strange) ? {} : { settingsHasRelay: false }),
      settingsAccepted: !isOff && !settings.some(({ rejected }) => rejected),
      ...trustFinding(trust),
    };
  }
  const versions = states.flatMap((state) =>
    state.kind === "present" && state.version !== undefined ? [state.version] : [],
  );
  const stops = settings.flatMap(({ entries, loops }) => [...entries, ...loops]);
  // Of two registrations, one that works is enough.
  const present = states.some(({ kind }) => kind !== "missing");
  return {
    settingsHasRelay: true,
    // A broken file beside one that has the relay takes nothing from it.
    settingsAccepted: !isOff,
    stopEntryValid: stops.some(({ event, whole }) => event === "Stop" && whole),
    relayPresent: present,
    ...(present ? { relayReadable: states.some(({ kind }) => kind === "present") } : {}),
    ...(versions.length === 0 ? {} : { relayCurrent: versions.some((version) => version === self.version) }),
    ...trustFinding(trust),
  };
}

function trustFinding(trust: Trust): Pick<RelayFindings, "workspaceTrusted"> {
  return trust.kind === "unknown" ? {} : { workspaceTrusted: trust.kind === "trusted" };
}
