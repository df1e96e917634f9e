/**
 * One ending of a session that the real program is driven to, from its first process to the verdict over what it left on
 * disk, and over what a kill a line earlier would have left there.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judgeTranscriptSync } from "../../../src/transcripts/index.ts";
import { asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import type { RunningModel } from "../model/server.ts";
import type { Place } from "../place.ts";
import { until } from "../program.ts";
import type { Recording } from "../recording.ts";
import { check } from "../suite.ts";
import type { Check, Scenario } from "../suite.ts";
import type { Ending, HeadlessAgent, Turn, Wanted } from "./agent.ts";
import { STARTED } from "./endings.ts";
import { scrub } from "./scrub.ts";

/** Words that the model has sent are in the program by then; where they are not, the verdict is the same. */
const ARRIVAL_MS = 500;

/** The scenario of an ending. */
export function scenarioFor(agent: HeadlessAgent, ending: Ending): Scenario {
  return {
    name: ending.name,
    short: ending.short,
    run: (place) => happen(agent, ending, place),
    record: (place) => recordingOf(agent, ending, place),
  };
}

function recordingOf(agent: HeadlessAgent, ending: Ending, place: Place): Recording | undefined {
  const [path] = transcriptsIn(agent.transcripts(place));
  if (path === undefined) return undefined;
  const steps = Object.values(ending.script).flat();
  const words = [...steps.map(({ text }) => text), ...ending.turns.map(({ prompt }) => prompt)];
  const content = scrub(readFileSync(path, "utf8"), {
    paths: [
      [place.project, "/home/user/project"],
      [place.home, "/home/user"],
      [dirname(place.home), "/home"],
    ],
    words: words.filter((word) => word !== undefined),
  });
  const { key, wanted } = ending;
  const { kind } = wanted;
  if (content === undefined) return undefined;
  return wanted.kind === "terminal"
    ? { content, key, kind, text: wanted.text }
    : { content, key, kind, why: wanted.reason };
}

async function happen(agent: HeadlessAgent, ending: Ending, place: Place): Promise<readonly Check[]> {
  const model = await place.startModel(ending.script);
  agent.configure(place, model.port, ending.retries);
  for (const [index, turn] of ending.turns.entries()) {
    await say(turn, index > 0, { agent, ending, place, model });
  }
  const paths = transcriptsIn(agent.transcripts(place));
  const [path] = paths;
  if (path === undefined || paths.length > 1) return [check("transcripts", 1, paths.length)];
  return [
    check(
      "verdict",
      wantedWords(ending.wanted),
      verdictWords(await place.lastwordJson(["check", path, "--json"])),
    ),
    check("answers a line earlier that were none", [], strangeAnswers(readFileSync(path, "utf8"), ending)),
  ];
}

interface Stage {
  readonly agent: HeadlessAgent;
  readonly ending: Ending;
  readonly place: Place;
  readonly model: RunningModel;
}

/** Runs the program to its end, or to the signal's. */
async function say({ prompt, signal }: Turn, again: boolean, stage: Stage): Promise<void> {
  const { agent, place } = stage;
  const running = place.start(agent.command(prompt, again), agent.environment(place));
  const isOver = running.ended.then(({ how, err }) => `${how}: ${err.trim().split("\n").at(-1) ?? ""}`);
  if (signal !== undefined) {
    // A program that ends by itself never comes to the moment, and says why.
    const early = isOver.then((how) => Promise.reject(new Error(`it ended before the signal with ${how}`)));
    early.catch(() => undefined);
    await Promise.race([momentOf(signal.at, stage), early]);
    running.signal(signal.name);
  }
  const { how, err } = await running.ended;
  if (how === "127" || how === "126") throw new Error(`the program did not start: ${err.trim()}`);
}

async function momentOf(
  at: NonNullable<Turn["signal"]>["at"],
  { agent, ending, place, model }: Stage,
): Promise<void> {
  if (at === "in the tool") {
    await until(() => existsSync(join(place.project, STARTED)), "the slow tool never began");
    return;
  }
  const steps = ending.script["main"] ?? [];
  await until(() => model.said() >= steps.length, "the last words were never asked for");
  const last = steps.at(-1);
  if (agent.writesEarly && last?.breaks === "unended") {
    const isOnDisk = () =>
      transcriptsIn(agent.transcripts(place)).some((path) =>
        readFileSync(path, "utf8").includes(last.text ?? ""),
      );
    await until(isOnDisk, "the last words never came on disk");
  }
  await sleep(ARRIVAL_MS);
}

/** What would have been called an answer, had the program been killed a line earlier, and is none of the script's. */
function strangeAnswers(content: string, { answers }: Ending): readonly string[] {
  const lines = content.split("\n").filter((line) => line !== "");
  const texts = lines.flatMap((_, index) => {
    const verdict = judgeTranscriptSync(`${lines.slice(0, index + 1).join("\n")}\n`);
    return verdict.kind === "terminal" ? [verdict.text] : [];
  });
  return [...new Set(texts)].filter((text) => !answers.includes(text));
}

function wantedWords(wanted: Wanted): string {
  return wanted.kind === "terminal" ? answerWords(wanted.text) : refusalWords(wanted);
}

function verdictWords(verdict: JsonObject): string {
  const [kind, reason, text, salvage] = ["kind", "reason", "text", "salvage"].map((key) =>
    asString(verdict[key]),
  );
  if (kind === "terminal") return answerWords(text ?? "");
  return refusalWords({ kind, reason, ...(salvage === undefined ? {} : { salvage }) });
}

function answerWords(text: string): string {
  return `terminal: ${text}`;
}

type Refused = {
  readonly kind: string | undefined;
  readonly reason: string | undefined;
  readonly salvage?: string;
};

function refusalWords({ kind = "nothing", reason = "nothing", salvage = "nothing" }: Refused): string {
  return `${kind}, ${reason}; kept: ${salvage}`;
}

function transcriptsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}
