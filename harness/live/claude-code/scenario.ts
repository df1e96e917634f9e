/**
 * One ending of a Claude Code session, from the relay's registration to the judge: everything is done by the command line
 * as it is shipped, and by the real program.
 */

import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ChannelEvidence } from "../../../src/agents/index.ts";
import { asArray, asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import type { Place } from "../place.ts";
import { awhile, until } from "../program.ts";
import { check } from "../suite.ts";
import type { Check, Scenario } from "../suite.ts";
import { RESULT, STARTED } from "./endings.ts";
import type { Ending } from "./endings.ts";

/** The scenario of an ending. */
export function scenarioFor(ending: Ending, program: string): Scenario {
  return { name: ending.name, run: (place) => happen(ending, program, place) };
}

async function happen(ending: Ending, program: string, place: Place): Promise<readonly Check[]> {
  const { wanted, script } = ending;
  const hook = ["claude-code", "--project", place.project];
  const trusted = { [place.project]: { hasTrustDialogAccepted: true } };
  place.write(
    join(place.home, ".claude.json"),
    JSON.stringify({ projects: trusted, hasCompletedOnboarding: true }),
  );
  const installed = await place.lastword(["hook", "install", ...hook]);
  if (ending.settings !== undefined) changeSettings(place, ending.settings);
  const doctor = await place.lastwordJson(["doctor", "--project", place.project, "--json"]);

  const model = await place.startModel(script);
  const launchedAt = Date.now();
  await runProgram(ending, program, model.port, place);

  // A StopFailure's relay runs on when the program is gone.
  await awhile(() => place.channel().events.length >= wanted.events.length);
  const channel = place.channel();
  const transcripts = transcriptsIn(place);
  const own = transcripts.filter((path) => !path.includes("/subagents/"));
  return [
    check("hook install", "0", installed.how),
    check("doctor fails", wanted.doctor, failuresOf(doctor)),
    check("events", ordered(wanted.events, wanted), ordered(channel.events, wanted)),
    check("channel", channelWords(wanted), channelWords(endOf(channel))),
    check("transcript named by an event", channel.transcriptPath ?? own[0], own[0]),
    check("verdict", wanted.verdict, await verdictOf(own, place, wanted.verdict)),
    ...(wanted.subagent === undefined
      ? []
      : [check("subagent's verdict", wanted.subagent, await verdictOf(subagentsIn(transcripts), place))]),
    check(
      "judge",
      wanted.judge,
      judgeWords(await place.lastwordJson(["judge"], sessionFor(ending, place, launchedAt))),
    ),
  ];
}

function ordered(events: readonly string[], { inAnyOrder }: Ending["wanted"]): readonly string[] {
  return inAnyOrder === true ? events.toSorted((one, other) => one.localeCompare(other)) : events;
}

/** What the loop asks the judge about. */
function sessionFor({ status, leavesResult = false }: Ending, place: Place, launchedAt: number): JsonObject {
  const session = place.session(status);
  const path = join(place.project, RESULT);
  return leavesResult
    ? { ...session, stopSeen: false, sessionId: null, artifact: { path, required: true, launchedAt } }
    : session;
}

function changeSettings(place: Place, change: NonNullable<Ending["settings"]>): void {
  const path = join(place.project, ".claude", "settings.json");
  const changed = change(asObject(JSON.parse(readFileSync(path, "utf8"))) ?? {});
  if (changed === undefined) rmSync(path);
  else place.write(path, JSON.stringify(changed));
}

/** Runs the program to its end, or to the signal's. */
async function runProgram(ending: Ending, program: string, port: number, place: Place): Promise<void> {
  const args = ["-p", ending.prompt, "--model", "sonnet", "--permission-mode", "bypassPermissions"] as const;
  const running = place.start([program, ...args], environmentFor(port));
  if (ending.signal !== undefined) {
    await until(() => existsSync(join(place.project, STARTED)), "the slow tool never began");
    // The relay of the session's start may still be at work.
    await until(() => place.channel().events.length > 0, "SessionStart never arrived");
    running.signal(ending.signal);
  }
  const { how, err } = await running.ended;
  if (how === "127" || how === "126") throw new Error(`the program did not start: ${err.trim()}`);
}

/** No account, no telemetry, no update, and a model on loopback; root may skip permissions in a sandbox alone. */
function environmentFor(port: number): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: "dummy",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
    IS_SANDBOX: "1",
  };
}

/** Each failure's check, with the entry that it names. */
function failuresOf(doctor: JsonObject): readonly string[] {
  const lines = asArray(doctor["lines"]).map((line) => asObject(line) ?? {});
  return lines
    .filter(({ state }) => state === "fail")
    .map(({ check: name, says }) => {
      const pointer = /\/hooks\/[\w/]+(?=:)/.exec(asString(says) ?? "")?.[0];
      return pointer === undefined ? String(name) : `${String(name)} ${pointer}`;
    });
}

type End = Pick<Ending["wanted"], "channel" | "stopSeen" | "stopFailure" | "sessionEnd">;

function endOf({ state, stopSeen, stopFailure, sessionEnd }: ChannelEvidence): End {
  return {
    channel: state,
    stopSeen,
    stopFailure: stopFailure !== undefined,
    sessionEnd: sessionEnd !== undefined,
  };
}

function channelWords({ channel, stopSeen, stopFailure, sessionEnd }: End): string {
  const seen = [stopSeen ? "Stop" : "", stopFailure ? "StopFailure" : "", sessionEnd ? "SessionEnd" : ""];
  return [channel, ...seen.filter((name) => name !== "")].join(" ");
}

/** The verdict over one transcript; with its text where the wanted one has it. */
async function verdictOf(paths: readonly string[], place: Place, wanted = ":"): Promise<string> {
  const [path] = paths;
  if (path === undefined || paths.length > 1) return `${paths.length} transcripts`;
  const { kind, reason, text } = await place.lastwordJson(["check", path, "--json"]);
  if (kind === "terminal") return `terminal: ${String(text)}`;
  return wanted === kind ? kind : `${String(kind)} (${String(reason)})`;
}

function transcriptsIn(place: Place): readonly string[] {
  const folder = join(place.home, ".claude", "projects");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}

function subagentsIn(transcripts: readonly string[]): readonly string[] {
  return transcripts.filter((path) => path.includes("/subagents/"));
}

function judgeWords({ route, blame, run }: JsonObject): string {
  const { action, blame: runBlame } = asObject(run) ?? {};
  const why = runBlame === blame ? undefined : asString(runBlame);
  const words = [asString(route), asString(blame) ?? "nobody to blame", `run ${asString(action)}`];
  return [words.join(", "), ...(why === undefined ? [] : [why])].join(" ");
}
