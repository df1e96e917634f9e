/**
 * A child: does its work in turns, writes its transcript as it goes, and ends in one of many ways. What it does is
 * drawn as it goes along; what it comes to is noted in the truth.
 */

import type { Run } from "../../src/agents/index.ts";
import type { Machine } from "./machine.ts";
import { Life } from "./scheduler.ts";
import type { SessionLog } from "./session-log.ts";
import type { ChildTruth } from "./truth.ts";
import { SHARED_ROOT, chance, diskFor, sleep } from "./world.ts";
import type { World } from "./world.ts";

/** Whoever started the child, as the child knows it. Every call may find nobody there. */
export interface Parent {
  /** The child waits; it is told later to go on, or never. */
  yielded(run: Run): Promise<void>;
  /** Starts helpers below the run; how many were started. */
  delegate(run: Run): Promise<number>;
  /** Whether somebody wakes the child now. */
  wakes(run: Run): Promise<boolean>;
  /** The child is done, well or badly. */
  ended(run: Run, isWell: boolean): void;
}

/** How a turn ends. */
type Ending = "answer" | "reopened" | "yield" | "delegate" | "failed stop";

const ENDINGS: readonly Ending[] = [
  "answer",
  "answer",
  "answer",
  "reopened",
  "reopened",
  "reopened",
  "yield",
  "delegate",
  "failed stop",
];
/** A turn is followed by another so often at most. */
const TURNS_MAX = 4;
/** How often somebody looks whether it is time to wake it. */
const LOOKS_MAX = 15;

/** One child, from its first line to its last. */
export class Child {
  readonly life: Life;
  readonly log: SessionLog;
  readonly #world: World;
  readonly #machine: Machine;
  readonly #run: Run;
  readonly #parent: Parent;
  readonly #truth: ChildTruth;
  /** How many lines it writes before it is cut off. */
  #linesLeft: number;
  #answers = 0;

  constructor(world: World, machine: Machine, run: Run, log: SessionLog, parent: Parent) {
    this.#world = world;
    this.#machine = machine;
    this.#run = run;
    this.#parent = parent;
    this.log = log;
    this.life = new Life(`child ${run.runId}/${run.generation}`);
    this.#truth = world.truth.of(run);
    this.#linesLeft = chance(world, 0.35) ? world.random.whole(0, 12) : Infinity;
    machine.lives.push(this.life);
  }

  /** Does everything that it will ever do. */
  async work(isNew: boolean): Promise<void> {
    if (isNew) this.#write((at) => this.log.header(at));
    const { runId, generation } = this.#run;
    await this.#takeTurns(`Task of ${runId}/${generation}.`);
  }

  async #takeTurns(task: string): Promise<void> {
    let input = task;
    for (let turn = 1; ; turn += 1) {
      this.#write((at) => this.log.input(at, input));
      this.#truth.inputAt = this.#machine.clock();
      await this.#useTools();
      const ending = turn === TURNS_MAX ? "answer" : this.#world.random.pick(ENDINGS);
      const next = await this.#end(ending);
      if (next === undefined) return;
      input = next;
    }
  }

  async #useTools(): Promise<void> {
    const { random } = this.#world;
    for (let rounds = random.whole(0, 3); rounds > 0; rounds -= 1) {
      await this.#wait(500, 6_000);
      this.#write((at) => this.log.call(at, `I look at ${this.log.sessionId}.`));
      await this.#wait(200, chance(this.#world, 0.1) ? 5 * 60_000 : 8_000);
      this.#write((at) => this.log.result(at, "ok"));
    }
    await this.#wait(6_000, 12_000);
  }

  /** Ends a turn. What the next one is about, where one follows. */
  async #end(ending: Ending): Promise<string | undefined> {
    switch (ending) {
      case "answer":
        await this.#finish();
        return undefined;
      case "failed stop": {
        const stop = this.#world.random.pick(["error", "aborted", "length"] as const);
        this.#write((at) => this.log.answer(at, "It went wr", stop));
        await this.#leave(false);
        return undefined;
      }
      case "reopened":
        return this.#isShared() ? this.#end("answer") : this.#reopened();
      case "yield":
        await this.#yield();
        return this.#woken();
      case "delegate":
        return this.#delegated();
      default:
        return ending satisfies never;
    }
  }

  async #finish(): Promise<void> {
    const text = this.#text();
    this.#write(
      (at) => this.log.answer(at, text),
      () => {
        this.#truth.answer = text;
      },
    );
    if (chance(this.#world, 0.15)) {
      await this.#wait(0, 500);
      this.#world.sessionEnds.set(this.#run.childSessionKey, this.#machine.clock());
      this.#truth.sessionDone = true;
    }
    await this.#leave(true);
  }

  /** It answers, and a hook sends it back to work before the quiet time is over. */
  async #reopened(): Promise<string> {
    const text = this.#text();
    const { life } = this;
    this.#machine.reopening.add(life);
    this.#write(
      (at) => this.log.answer(at, text),
      () => {
        this.#truth.standing = { text, life };
      },
    );
    await this.#wait(3_000, 9_500);
    this.#machine.reopening.delete(life);
    this.#world.seen.count("children sent back to work");
    return "The hook says: not yet, go on.";
  }

  async #yield(): Promise<void> {
    this.#write((at) => this.log.call(at, "I wait.", "sessions_yield"));
    this.#write((at) => this.log.result(at, '{"status":"yielded"}', "sessions_yield"));
    this.#write((at) => this.log.yieldMark(at));
    await this.#parent.yielded(this.#run);
  }

  async #delegated(): Promise<string | undefined> {
    const started = await this.#parent.delegate(this.#run);
    if (started === 0) return this.#end("answer");
    this.#world.seen.count("helpers started", started);
    if (chance(this.#world, 0.5)) await this.#yield();
    else {
      const text = this.#text();
      this.#write(
        (at) => this.log.answer(at, text),
        () => {
          this.#truth.interim.add(text);
        },
      );
    }
    return this.#woken();
  }

  async #woken(): Promise<string | undefined> {
    await this.#wait(5_000, chance(this.#world, 0.3) ? 5 * 60_000 : 30_000);
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      if (await this.#parent.wakes(this.#run)) {
        this.#world.seen.count("children woken");
        return "Wake up: go on.";
      }
      await this.#wait(10_000, 30_000);
    }
    this.life.alive = false;
    return undefined;
  }

  async #leave(isWell: boolean): Promise<void> {
    await this.#wait(0, 1_000);
    this.#parent.ended(this.#run, isWell);
    this.life.alive = false;
  }

  /**
   * Writes a line, or is cut off at it.
   *
   * @param whole told where the whole record was written
   */
  #write(line: (at: number) => string, whole?: () => void): void {
    // Of the dead nothing more comes: a turn goes on in one step behind the line at which it was cut off.
    if (!this.life.alive) return;
    const bytes = Buffer.from(line(this.#machine.clock()));
    this.#linesLeft -= 1;
    if (this.#linesLeft >= 0) {
      this.#append(bytes);
      whole?.();
      return;
    }
    this.life.alive = false;
    const part = this.#world.random.pick(["nothing", "torn", "without its end"] as const);
    this.#world.trace.say(this.life.name, `is cut off: ${part}`);
    this.#world.seen.count("children cut off");
    if (part === "without its end") {
      this.#append(bytes.subarray(0, -1));
      whole?.();
      return;
    }
    this.log.dropLast();
    if (part === "torn") this.#append(bytes.subarray(0, this.#world.random.whole(1, bytes.byteLength - 2)));
  }

  #append(bytes: Buffer): void {
    const path = this.#run.transcript ?? "";
    const { scheduler } = this.#world;
    this.#truth.standing = undefined;
    diskFor(this.#world, this.#machine, path).append(path, bytes, this.#machine.clock(), scheduler.now);
    this.#world.trace.say(this.life.name, `writes ${bytes.byteLength} bytes`);
  }

  #text(): string {
    this.#answers += 1;
    return `Answer ${this.#answers} of ${this.#run.runId}/${this.#run.generation} — naïve.`;
  }

  #isShared(): boolean {
    return this.#run.transcript?.startsWith(`${SHARED_ROOT}/`) === true;
  }

  async #wait(leastMs: number, mostMs: number): Promise<void> {
    const { random } = this.#world;
    return sleep(this.#world, this.life, leastMs + random.next() * (mostMs - leastMs));
  }
}
