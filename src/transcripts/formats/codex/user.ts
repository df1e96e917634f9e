/**
 * What a message in the user's role is: most are the host's. Pure.
 *
 * A turn's input is its `task_started`; a message of a person's inside it steers the turn. Context that the host
 * puts before the model is neither. Source: formats.md, "Codex CLI"; the tags were read in the program's code.
 */

import { asArray, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { notesOf, textsOf } from "./record.ts";

/** Tags and headings that the host's context begins with. */
const CONTEXT =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|subagent_notification|skill|user_shell_command|codex_internal_context|collaboration_mode|model_switch)\b|# AGENTS\.md instructions)/i;
const ABORTED = /^\s*<turn_aborted>/i;

/** What a message in the user's role means. */
export interface UserMessage {
  /** It asks for an answer: a person's words, or another agent's. */
  readonly asks: boolean;
  /** It says that the turn was interrupted. */
  readonly aborted: boolean;
}

/** Reads a `message` item of the user's role. */
export function readUserMessage(payload: JsonObject): UserMessage {
  const texts = textsOf(payload["content"]);
  const kinds = asArray(notesOf(payload)["content_item_kinds"])
    .map(asString)
    .filter((kind) => kind !== undefined && kind !== "unknown");
  const told = kinds.length > 0;
  return {
    asks: told ? kinds.some((kind) => kind?.startsWith("user.")) : !texts.some((text) => CONTEXT.test(text)),
    aborted:
      kinds.some((kind) => kind?.endsWith(".turn_aborted")) || texts.some((text) => ABORTED.test(text)),
  };
}

/** True for the words of an event `user_message` that are no context. */
export function isAsking(text: string): boolean {
  return !CONTEXT.test(text);
}
