/**
 * A decision in words, for a person who has to act on it: which run, what was decided and why, where the evidence
 * lies, what would have been accepted, and what to do next. Pure; what a child wrote stands in it escaped.
 */

import { rules } from "./decide.ts";
import type { Run } from "./run.ts";
import type { Decision } from "./settlement.ts";

/**
 * Explains a decision, a fact a line.
 *
 * @param run the run that was decided
 * @param decision what `decide`, `reconcileLostContext` or a sweep came to
 * @returns lines of text without control characters; no final line end
 * @example
 * console.log(explainDecision(run, await reconcileLostContext(run, deps)));
 * // run-1: error by rule 10 (nothing else fits), source sweeper-lost-context
 * //   error: subagent run lost active execution context
 * //   trailing-tool-result: A tool result is the last word; …
 * //   evidence: child.jsonl, line 7, byte 1234, entry e6
 * //   last tool: exec
 * //   text: 11 bytes kept as salvage, none delivered as a result
 * //   next: lastword explain child.jsonl
 */
export function explainDecision(run: Run, decision: Decision): string {
  const facts = [...outcomeOf(decision), ...placeOf(decision), ...textOf(decision), ...nextFor(decision)];
  return [headOf(run, decision), ...facts.map((fact) => `  ${fact}`)].map(visible).join("\n");
}

function headOf({ runId }: Run, decision: Decision): string {
  const rule = rules.find(({ number }) => number === decision.rule);
  const source = "source" in decision ? `, source ${decision.source}` : "";
  return `${runId}: ${decision.kind} by rule ${decision.rule} (${rule?.when ?? "unknown"})${source}`;
}

function outcomeOf(decision: Decision): readonly string[] {
  switch (decision.kind) {
    case "error":
      return [`error: ${decision.error}`, `${decision.reason}: ${decision.explanation}`];
    case "wait":
      return [decision.explanation, `looked at again: ${new Date(decision.until).toISOString()}`];
    case "ok":
    case "leave":
      return [decision.explanation];
    case "pause":
      return [`${decision.blame}: ${decision.explanation}`];
    default:
      return decision satisfies never;
  }
}

function placeOf(decision: Decision): readonly string[] {
  if (decision.kind === "wait" || decision.kind === "leave") return [];
  const { transcript, failures = [] } = decision.evidence;
  const read = failures.map(
    ({ path, detail }) => `not read: ${path === undefined ? "" : `${path}: `}${detail}`,
  );
  if (transcript === undefined) return read;
  const { at } = transcript.verdict;
  const place = [
    transcript.path,
    ...(at?.line === undefined ? [] : [`line ${at.line}`]),
    ...(at === undefined ? [] : [`byte ${at.offset}`]),
    ...(at?.entryId === undefined ? [] : [`entry ${at.entryId}`]),
  ];
  const tool = transcript.lastTool === undefined ? [] : [`last tool: ${transcript.lastTool}`];
  return [`evidence: ${place.join(", ")}`, ...tool, ...read];
}

/** Whether any text was lost: what a parent that gets none asks first. */
function textOf(decision: Decision): readonly string[] {
  if (decision.kind === "ok") {
    const { text, bytes, truncated, path } = decision.result;
    if (text === undefined) return ["text: none known"];
    if (!truncated) return [`text: ${bytes} bytes, whole`];
    const kept = Buffer.byteLength(text);
    const whole = path === undefined ? "" : `; the whole stands in ${path}`;
    return [`text: ${kept} of ${bytes} bytes, cut at the limit${whole}`];
  }
  if (decision.kind !== "error" && decision.kind !== "pause") return [];
  if (decision.salvage !== undefined) {
    return [`text: ${Buffer.byteLength(decision.salvage)} bytes kept as salvage, none delivered as a result`];
  }
  if (decision.kind === "error" && decision.reason === "silent-reply") {
    return ["text: none, silent by design"];
  }
  return [
    decision.evidence.transcript === undefined
      ? "text: not known, nothing was read"
      : "text: none was written",
  ];
}

function nextFor(decision: Decision): readonly string[] {
  if (decision.kind === "pause" && decision.blame === "event-channel-lost") return ["next: lastword doctor"];
  if (decision.kind !== "error") return [];
  const { transcript, failures = [] } = decision.evidence;
  const path = transcript?.path ?? failures.find((failure) => failure.path !== undefined)?.path;
  return path === undefined ? [] : [`next: lastword explain ${forShell(path)}`];
}

function forShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Controls, line separators and what turns text around or hides in it, as escapes. */
function visible(text: string): string {
  const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
  return text.replace(unsafe, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
