/** Processes that are killed at random and started again at once, as a supervisor does it. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../../harness/bench/random.ts";

/** After so many that nobody asked for, the test has failed and nothing is started again. */
const CRASHES_MAX = 10;

/** A minute: a start takes less than a second where nothing else is done. */
const READY_TRIES_MAX = 3_000;
const READY_EVERY_MS = 20;

/** One of them. */
interface Member {
  child: ChildProcess;
  /** True as soon as it said so: before, a kill would hit nothing but its start. */
  isReady: boolean;
}

/** So many processes of one program. */
export class Fleet {
  readonly #members: Member[];
  readonly #random: Random;
  readonly #start: () => ChildProcess;
  #kills = 0;
  #owed = 0;
  /** How those exited that nobody had killed. */
  readonly crashes: unknown[] = [];
  #isOver = false;

  constructor(size: number, random: Random, program: string, args: readonly string[]) {
    this.#random = random;
    this.#start = () => spawn(execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    this.#members = Array.from({ length: size }, () =>
      this.#launched({ child: this.#start(), isReady: false }),
    );
  }

  /** How many were killed. */
  get kills(): number {
    return this.#kills;
  }

  /** Kills one of those that are at work; if none is, the next that gets there. */
  kill(): void {
    const ready = this.#members.filter(({ isReady }) => isReady);
    const victim = ready[Math.floor(this.#random.next() * ready.length)];
    if (victim === undefined) this.#owed += 1;
    else {
      this.#kills += 1;
      victim.isReady = false;
      victim.child.kill("SIGKILL");
    }
  }

  /** Asks all to end what they have in hand, once all are at work again. Returns how they exited. */
  async end(): Promise<readonly (number | null)[]> {
    // One that has only been started does not listen yet.
    for (
      let tries = 0;
      tries < READY_TRIES_MAX && !this.#members.every(({ isReady }) => isReady);
      tries += 1
    ) {
      await sleep(READY_EVERY_MS);
    }
    this.#isOver = true;
    return Promise.all(
      this.#members.map(async ({ child }) => {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        if (child.exitCode === null && child.signalCode === null) await exited;
        return child.exitCode;
      }),
    );
  }

  /** Whatever happened, none outlives the test. */
  abandon(): void {
    this.#isOver = true;
    for (const { child } of this.#members) child.kill("SIGKILL");
  }

  #launched(member: Member): Member {
    member.child.stdout?.once("data", () => {
      member.isReady = true;
      if (this.#owed === 0) return;
      this.#owed -= 1;
      this.kill();
    });
    member.child.once("exit", (code, signal) => {
      member.isReady = false;
      if (this.#isOver) return;
      if (signal !== "SIGKILL") this.crashes.push(code ?? signal);
      // One that cannot even start would be started for ever.
      if (this.crashes.length > CRASHES_MAX) return;
      member.child = this.#start();
      this.#launched(member);
    });
    return member;
  }
}
