/** What is known of a session's relay: as it was told, or looked up in the project's settings. Reads files alone. */

import { statSync } from "node:fs";
import type { RelayFindings } from "../events/relay-findings.ts";
import { relayFindings } from "../hooks/inspect-relay.ts";
import type { Environment } from "../hooks/relay.ts";
import type { StoppedSessionInput } from "./input.ts";

/**
 * The input with what is known of the relay. It is looked up where nobody told, the project's folder is given, and the
 * profile is Claude Code's or says nothing: other programs have other settings.
 */
export function withKnownRelay(input: StoppedSessionInput, env: Environment): StoppedSessionInput {
  const { relay, project, profile } = input;
  const isOther = profile?.hookless === true || !/claude/i.test(profile?.name ?? "claude");
  if (relay !== undefined || project === undefined || isOther || !isFolder(project)) return input;
  const found: RelayFindings = relayFindings(project, env);
  return { ...input, relay: found };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
