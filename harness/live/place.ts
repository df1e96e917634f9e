/**
 * Where one scenario happens: a home, a project and a folder of events of its own, all temporary. Nothing of the user's
 * environment is handed on but the PATH.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { channelOf, readEventFiles } from "../../src/agents/index.ts";
import type { ChannelEvidence } from "../../src/agents/index.ts";
import { asObject } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";
import { startModel } from "./model/server.ts";
import type { ModelScript } from "./model/script.ts";
import type { RunningModel } from "./model/server.ts";
import { startProgram } from "./program.ts";
import type { Ended, RunningProgram } from "./program.ts";

/** The task whose events are waited for. */
const TASK = "live-1";

/** The folders of a scenario, and what runs in them. */
export class Place {
  readonly home: string;
  readonly project: string;
  readonly events: string;
  readonly #root: string;
  readonly #lastword: string;
  readonly #programs: RunningProgram[] = [];
  readonly #models: RunningModel[] = [];

  /** @param lastword the built command line's file */
  constructor(lastword: string) {
    this.#lastword = lastword;
    // Real, since programs name the folder that they are in so; with a blank, since users' folders have them.
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), "lastword live ")));
    [this.home, this.project, this.events] = [this.#at("home"), this.#at("my project"), this.#at("events")];
    for (const folder of [this.home, this.project, this.events]) mkdirSync(folder, { mode: 0o700 });
  }

  /** Writes a file, with the folders above it. */
  write(path: string, content: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** Starts a model that says what the script says. */
  async startModel(script: ModelScript): Promise<RunningModel> {
    const model = await startModel(script);
    this.#models.push(model);
    return model;
  }

  /** Starts a program in the project, with the environment of a session that a loop started. */
  start(command: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}): RunningProgram {
    const session = { LASTWORD_EVENTS_DIR: this.events, LASTWORD_TASK_ID: TASK };
    const program = startProgram(command, { cwd: this.project, env: { ...this.#env(), ...session, ...env } });
    this.#programs.push(program);
    return program;
  }

  /** Runs lastword, as the one who sits at this home would. */
  async lastword(args: readonly string[], input?: object): Promise<Ended> {
    const command = [process.execPath, this.#lastword, ...args] as const;
    const program = startProgram(command, { cwd: this.project, env: this.#env() }, input);
    this.#programs.push(program);
    return program.ended;
  }

  /** What lastword says as one JSON object; empty where it said none. */
  async lastwordJson(args: readonly string[], input?: object): Promise<JsonObject> {
    const { out, err } = await this.lastword(args, input);
    try {
      return asObject(JSON.parse(out)) ?? {};
    } catch {
      throw new Error(`lastword ${args.join(" ")} said no JSON: ${err.trim() || out.trim()}`);
    }
  }

  /** What the event channel says of the session. */
  channel(): ChannelEvidence {
    return channelOf(readEventFiles([this.events]), { taskId: TASK });
  }

  /** What a loop tells the judge of the session that ended. */
  session(status: string): JsonObject {
    return {
      status,
      events: { dir: this.events, taskId: TASK },
      project: this.project,
      attempts: { used: 0, max: 2 },
    };
  }

  /** Ends what still runs, and removes the folders. */
  remove(): void {
    for (const program of this.#programs) program.end();
    for (const model of this.#models) model.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  #env(): Readonly<Record<string, string>> {
    return { PATH: process.env["PATH"] ?? "", HOME: this.home, TERM: "dumb", LANG: "C.UTF-8" };
  }

  #at(name: string): string {
    return join(this.#root, name);
  }
}
