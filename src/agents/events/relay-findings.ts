/** What is known of a relay's registration, and what silence is to be blamed on in its light. Pure. */

/** What somebody looked up: the settings, the relay's file, the workspace. What was not looked at is absent. */
export interface RelayFindings {
  /** True where the settings register the relay. */
  readonly settingsHasRelay?: boolean;
  /** False where the host refuses the settings file as a whole. */
  readonly settingsAccepted?: boolean;
  /** False where the entry for Stop is invalid: the host drops it without a word. */
  readonly stopEntryValid?: boolean;
  readonly relayPresent?: boolean;
  readonly relayReadable?: boolean;
  /** False where the registered relay is of another version than this one. */
  readonly relayCurrent?: boolean;
  /** False where the workspace is not trusted: then the host runs no hooks in it. */
  readonly workspaceTrusted?: boolean;
}

/** What a silent channel is blamed on. */
export type ChannelBlame =
  | "settings-rejected"
  | "relay-not-registered"
  | "relay-missing"
  | "relay-unreadable"
  | "relay-stale"
  | "workspace-untrusted"
  | "lost"
  | "registered-but-silent"
  | "unknown";

/** A blame, in words, with the command that repairs it. */
export interface Fault {
  /** `event-channel:` and the blame. */
  readonly blame: `event-channel:${ChannelBlame}`;
  readonly words: string;
  readonly repair: string;
}

/**
 * What a silent channel is to be blamed on: the first thing found that explains it.
 *
 * @param heardBefore true where the same channel carried events before
 */
export function faultOf(found: RelayFindings = {}, heardBefore = false, project?: string): Fault {
  const blame = blameOf(found, heardBefore);
  return { blame: `event-channel:${blame}`, words: WORDS[blame], repair: repairOf(blame, project) };
}

function blameOf(found: RelayFindings, heardBefore: boolean): ChannelBlame {
  // In the order of a hook's way: the file is read, the entry found, the program started, the folder allowed.
  if (found.settingsAccepted === false) return "settings-rejected";
  if (found.settingsHasRelay === false) return "relay-not-registered";
  if (found.relayPresent === false) return "relay-missing";
  if (found.relayReadable === false) return "relay-unreadable";
  if (found.relayCurrent === false) return "relay-stale";
  if (found.workspaceTrusted === false) return "workspace-untrusted";
  if (heardBefore) return "lost";
  return found.settingsHasRelay === true ? "registered-but-silent" : "unknown";
}

const WORDS: Readonly<Record<ChannelBlame, string>> = {
  "settings-rejected": "the settings file is rejected as a whole",
  "relay-not-registered": "the relay is not registered in the settings",
  "relay-missing": "the registered relay does not exist",
  "relay-unreadable": "the registered relay cannot be read or run",
  "relay-stale": "the registered relay is of another version",
  "workspace-untrusted": "the workspace is not trusted, and no hooks run in it",
  lost: "it carried events before, and is silent now",
  "registered-but-silent": "the relay is registered, and was not heard",
  unknown: "why is not known",
};

function repairOf(blame: ChannelBlame, project: string | undefined): string {
  const where = project === undefined ? "" : ` --project ${quoted(project)}`;
  switch (blame) {
    case "relay-not-registered":
    case "relay-missing":
    case "relay-unreadable":
    case "relay-stale":
      return `lastword hook install claude-code${where}`;
    case "workspace-untrusted":
      // Trust is given by a person, in the program itself.
      return project === undefined ? "claude" : `cd ${quoted(project)} && claude`;
    case "settings-rejected":
    case "lost":
    case "registered-but-silent":
    case "unknown":
      return `lastword doctor${where}`;
    default:
      return blame satisfies never;
  }
}

/** A path as a shell takes it. */
export function quoted(path: string): string {
  return /^[\w./:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
