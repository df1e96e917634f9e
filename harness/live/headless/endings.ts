/**
 * How a session of pi or Codex can end, and what must be read out of its transcript: what the script did, and not what the
 * agent's records say of it. Data alone.
 */

import type { Reason } from "../../../src/transcripts/index.ts";
import { promptFor } from "../model/script.ts";
import type { ModelStep } from "../model/script.ts";
import type { AgentName, Ending, HeadlessAgent, Moment, Turn, Wanted } from "./agent.ts";

/** Made by the slow tool when it begins. */
export const STARTED = "started";

const FINAL = "FINAL ANSWER: the task is complete.";
const SECOND = "SECOND ANSWER: that is done too.";
const FIRST_WORDS = "First a tool.";
const SLOW_WORDS = "Now the slow tool.";
/** Reads like an answer, and is cut off. */
const HALF = "FINAL ANSWER: the task is";

const prompt = promptFor("main", "Do the task.");
const asked: Turn = { prompt };
const askedMore: Turn = { prompt: "And one thing more." };

function interrupted(turn: Turn, name: NonNullable<Turn["signal"]>["name"], at: Moment): Turn {
  return { ...turn, signal: { name, at } };
}

function answered(text: string): Wanted {
  return { kind: "terminal", text };
}

function unfinished(reason: Reason, salvage?: string): Wanted {
  return { kind: "unfinished", reason, ...(salvage === undefined ? {} : { salvage }) };
}

/** An ending as it stands in the table: what each agent makes of it may differ, since their records do. */
interface Row {
  readonly name: string;
  readonly key: string;
  readonly steps: readonly ModelStep[];
  readonly turns?: readonly Turn[];
  readonly answers?: readonly string[];
  readonly retries?: boolean;
  readonly short?: boolean;
  readonly wanted: Wanted | Readonly<Record<AgentName, Wanted>>;
}

function rows({ shell }: Pick<HeadlessAgent, "shell">): readonly Row[] {
  const quick: ModelStep = { text: FIRST_WORDS, calls: [shell("echo from-the-tool")] };
  const silent: ModelStep = { calls: [shell(`touch ${STARTED}; sleep 60`)] };
  const slow: ModelStep = { ...silent, text: SLOW_WORDS };
  const inTool = (name: NonNullable<Turn["signal"]>["name"]) => [interrupted(asked, name, "in the tool")];
  const atWords = (name: NonNullable<Turn["signal"]>["name"]) => [
    interrupted(asked, name, "at the last words"),
  ];
  return [
    {
      name: "an answer",
      key: "answer",
      steps: [{ text: FINAL }],
      answers: [FINAL],
      short: true,
      wanted: answered(FINAL),
    },
    {
      name: "an answer behind a tool",
      key: "answer-behind-tool",
      steps: [quick, { text: FINAL }],
      answers: [FINAL],
      wanted: answered(FINAL),
    },
    {
      name: "a second turn, answered",
      key: "second-answered",
      steps: [{ text: FINAL }, { text: SECOND }],
      turns: [asked, askedMore],
      answers: [FINAL, SECOND],
      wanted: answered(SECOND),
    },
    {
      name: "a cut answer, and a whole one in the retry",
      key: "retried",
      steps: [quick, { text: HALF, breaks: "cut" }, { text: FINAL }],
      answers: [FINAL],
      retries: true,
      wanted: answered(FINAL),
    },
    {
      name: "SIGKILL in a tool",
      key: "killed-in-tool",
      steps: [silent, { text: FINAL }],
      turns: inTool("SIGKILL"),
      wanted: unfinished("tool-only-turn"),
    },
    {
      name: "text before a tool, SIGKILL in the tool",
      key: "text-killed-in-tool",
      steps: [slow, { text: FINAL }],
      turns: inTool("SIGKILL"),
      short: true,
      wanted: unfinished("tool-use-turn", SLOW_WORDS),
    },
    {
      name: "SIGKILL in the middle of the answer",
      key: "killed-midway",
      steps: [quick, { text: HALF, breaks: "silence" }],
      turns: atWords("SIGKILL"),
      wanted: unfinished("trailing-tool-result", FIRST_WORDS),
    },
    {
      name: "SIGKILL before it was said how the answer ended",
      key: "killed-unended",
      steps: [quick, { text: FINAL, breaks: "unended" }],
      turns: atWords("SIGKILL"),
      wanted: {
        pi: unfinished("trailing-tool-result", FIRST_WORDS),
        codex: unfinished("stop-not-final", FINAL),
      },
    },
    {
      name: "SIGKILL in the middle of the first words",
      key: "killed-first-words",
      steps: [{ text: HALF, breaks: "silence" }],
      turns: atWords("SIGKILL"),
      wanted: unfinished("empty-current-run"),
    },
    {
      name: "a length limit",
      key: "length",
      steps: [quick, { text: HALF, breaks: "length" }],
      wanted: { pi: unfinished("stopped-length", HALF), codex: unfinished("stopped-error", HALF) },
      short: true,
    },
    {
      name: "an error of the provider (500)",
      key: "error-500",
      steps: [quick, { fails: 500 }],
      wanted: unfinished("stopped-error", FIRST_WORDS),
    },
    {
      name: "an overloaded provider (529)",
      key: "error-529",
      steps: [quick, { fails: 529 }],
      wanted: unfinished("stopped-error", FIRST_WORDS),
    },
    {
      name: "an error behind the words",
      key: "error-behind-words",
      steps: [quick, { text: FINAL, breaks: "error" }],
      wanted: unfinished("stopped-error", FINAL),
    },
    {
      name: "a stream cut off",
      key: "cut",
      steps: [quick, { text: HALF, breaks: "cut" }],
      wanted: { pi: unfinished("stopped-error", HALF), codex: unfinished("stopped-error", FIRST_WORDS) },
    },
    {
      name: "SIGINT in a tool",
      key: "sigint-in-tool",
      steps: [slow, { text: FINAL }],
      turns: inTool("SIGINT"),
      wanted: {
        pi: unfinished("tool-use-turn", SLOW_WORDS),
        codex: unfinished("stopped-aborted", SLOW_WORDS),
      },
    },
    {
      name: "SIGINT in the middle of the answer",
      key: "sigint-midway",
      steps: [quick, { text: HALF, breaks: "silence" }],
      turns: atWords("SIGINT"),
      wanted: {
        pi: unfinished("trailing-tool-result", FIRST_WORDS),
        codex: unfinished("stopped-aborted", FIRST_WORDS),
      },
    },
    {
      name: "SIGTERM in a tool",
      key: "sigterm-in-tool",
      steps: [slow, { text: FINAL }],
      turns: inTool("SIGTERM"),
      wanted: {
        pi: unfinished("stopped-aborted", SLOW_WORDS),
        codex: unfinished("tool-use-turn", SLOW_WORDS),
      },
    },
    {
      name: "an end without words",
      key: "no-words",
      steps: [quick, {}],
      wanted: unfinished("no-visible-text", FIRST_WORDS),
    },
    {
      name: "a second turn, SIGKILL before its answer",
      key: "second-killed",
      steps: [{ text: FINAL }, { text: HALF, breaks: "silence" }],
      turns: [asked, interrupted(askedMore, "SIGKILL", "at the last words")],
      answers: [FINAL],
      short: true,
      wanted: unfinished("unanswered-input", FINAL),
    },
    {
      name: "a second turn, SIGKILL in its tool",
      key: "second-killed-in-tool",
      steps: [{ text: FINAL }, slow, { text: SECOND }],
      turns: [asked, interrupted(askedMore, "SIGKILL", "in the tool")],
      answers: [FINAL],
      wanted: unfinished("unanswered-input", SLOW_WORDS),
    },
  ];
}

/** Every ending, as it is for one agent. */
export function endingsFor(agent: Pick<HeadlessAgent, "name" | "shell">): readonly Ending[] {
  return rows(agent).map(
    ({ name, key, steps, turns = [asked], answers = [], retries = false, short = false, wanted }) => ({
      name,
      key,
      script: { main: steps },
      turns,
      answers,
      retries,
      short,
      wanted: "kind" in wanted ? wanted : wanted[agent.name],
    }),
  );
}
