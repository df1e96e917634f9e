/**
 * The way between a process and whatever it asks: its store, its disk, its sink. Every call goes there and comes back
 * in its own time, may be lost on the way, done twice, or be the last thing that its caller does.
 */

import type { Random } from "../bench/random.ts";
import type { Faults } from "./faults.ts";
import type { Life, Scheduler } from "./scheduler.ts";
import type { Seen } from "./seen.ts";
import { inWords } from "./trace.ts";
import type { Trace } from "./trace.ts";

/** What becomes of one call. */
type Fate = "done" | "twice" | "request lost" | "answer lost" | "busy" | "crash before" | "crash behind";

/** How the thing that is asked fails. */
export interface Failing {
  /** It could not be reached: done or not, nobody knows. */
  unreachable(): Error;
  /** It is there, and cannot now. */
  busy(): Error;
}

const QUICK_MS_MAX = 20;
const SLOW_MS_MAX = 90_000;

/** Carries calls. */
export class Line {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #trace: Trace;
  readonly #seen: Seen;
  /** As they are now: at the end of a simulation there are none. */
  faults: Faults;

  constructor(scheduler: Scheduler, random: Random, trace: Trace, seen: Seen, faults: Faults) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#trace = trace;
    this.#seen = seen;
    this.faults = faults;
  }

  /**
   * One call of a process.
   *
   * @param life who calls: it may die of it, and then the answer never comes
   * @param what in a few words, for the trace
   * @param work what is asked; it must not wait for anything itself
   */
  async call<T>(life: Life, what: string, failing: Failing, work: () => Promise<T>): Promise<T> {
    const fate = this.#fate();
    if (fate === "request lost" || fate === "answer lost") this.#seen.count("requests or answers lost");
    if (fate === "twice") this.#seen.count("calls done twice");
    this.#trace.say(life.name, fate === "done" ? what : `${what} (${fate})`);
    if (this.#random.next() < this.faults.pause) this.stall(life, this.#random.next() * SLOW_MS_MAX);
    return new Promise<T>((resolve, reject) => {
      const back = (end: () => void): void => {
        if (fate === "crash behind") this.kill(life);
        this.#scheduler.after(this.#latencyMs(), life, end);
      };
      const fail = (error: unknown): void => {
        back(() => reject(error instanceof Error ? error : new Error(String(error))));
      };
      const arrive = (isLast: boolean): void => {
        void work().then((answer) => {
          this.#trace.say(`${life.name} <-`, `${what}: ${inWords(answer)}`);
          if (!isLast) return;
          if (fate === "answer lost") fail(failing.unreachable());
          else back(() => resolve(answer));
        }, fail);
      };
      if (fate === "crash before") this.kill(life);
      else if (fate === "request lost") fail(failing.unreachable());
      else if (fate === "busy") fail(failing.busy());
      else {
        const latencyMs = this.#latencyMs();
        if (fate === "twice") this.#scheduler.after(latencyMs * 0.9, undefined, () => arrive(false));
        // What was sent is on its way, though its sender may die meanwhile; or not, if it was still in its hands.
        this.#scheduler.after(latencyMs, undefined, () => {
          if (life.alive || this.#random.next() < 0.5) arrive(true);
        });
      }
    });
  }

  /** Ends a process, at once and without a word. */
  kill(life: Life): void {
    if (!life.alive) return;
    life.alive = false;
    this.#trace.say(life.name, "dies");
    this.#seen.count("processes that died");
  }

  /** Lets a process stand still for a while. */
  stall(life: Life, ms: number): void {
    life.stalledUntil = Math.max(life.stalledUntil, this.#scheduler.now + ms);
    this.#trace.say(life.name, "stands still");
    this.#seen.count("processes that stood still");
  }

  #fate(): Fate {
    const { requestLost, answerLost, busy, twice, crash } = this.faults;
    const fates: readonly (readonly [Fate, number])[] = [
      ["request lost", requestLost],
      ["answer lost", answerLost],
      ["busy", busy],
      ["twice", twice],
      ["crash before", crash / 2],
      ["crash behind", crash / 2],
    ];
    let drawn = this.#random.next();
    for (const [fate, probability] of fates) {
      drawn -= probability;
      if (drawn < 0) return fate;
    }
    return "done";
  }

  #latencyMs(): number {
    const most = this.#random.next() < this.faults.slow ? SLOW_MS_MAX : QUICK_MS_MAX;
    return this.#random.next() * most;
  }
}
