/** The waker: parents are woken while their correction waits, not too fast, not for ever, and never for nothing. */

import { expect, test } from "vitest";
import { Waker } from "../../../../src/agents/openclaw/plugin/waker.ts";
import type { Progress } from "../../../../src/agents/openclaw/plugin/ledger.ts";
import type { Waiting } from "../../../../src/agents/openclaw/plugin/waker.ts";

const waiting = (runId: string): Waiting => ({
  runId,
  to: { sessionKey: `agent:main:${runId}`, agentId: "main" },
});

/** A host whose clock goes on only when nobody has anything to do, and whose answers to a wake the test decides on. */
class Stage {
  /** What became of each correction, by its parent. */
  readonly progress = new Map<string, Progress>();
  readonly woken: { readonly at: number; readonly sessionKey: string }[] = [];
  readonly log: string[] = [];
  now = 0;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  readonly waker: Waker;

  constructor(
    onWake: (stage: Stage, sessionKey: string) => void = () => undefined,
    progress = (runId: string): Progress => this.progress.get(`agent:main:${runId}`) ?? "done",
  ) {
    const write = (line: string) => void this.log.push(line);
    this.waker = new Waker({
      log: { info: write, warn: write },
      wake: ({ sessionKey }) => {
        this.woken.push({ at: this.now, sessionKey });
        onWake(this, sessionKey);
      },
      sleep: (ms) =>
        new Promise((resolve) => {
          this.#sleepers.push({ at: this.now + ms, wake: resolve });
        }),
      progress,
    });
  }

  /** Follows these, which wait, and lets time pass until all is over. */
  follow(...runIds: readonly string[]): Promise<void> {
    for (const runId of runIds) this.progress.set(`agent:main:${runId}`, "waiting");
    return this.pass(...runIds.map((runId) => this.waker.follow(waiting(runId))));
  }

  /** Lets time pass until these are over. */
  async pass(...works: readonly Promise<void>[]): Promise<void> {
    let isOver = false;
    void Promise.all(works).then(() => (isOver = true));
    for (;;) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (isOver) return;
      this.#sleepers.sort((one, other) => one.at - other.at);
      const next = this.#sleepers.shift();
      this.now = next?.at ?? this.now;
      next?.wake();
    }
  }
}

const take = (stage: Stage, sessionKey: string) => void stage.progress.set(sessionKey, "done");

test("a host that gives the turn at once is asked once", async () => {
  const stage = new Stage(take);
  await stage.follow("a");
  expect(stage.woken).toEqual([{ at: 0, sessionKey: "agent:main:a" }]);
  expect(stage.log).toEqual([]);
});

test("a host that drops wakes is asked again, until the correction is taken", async () => {
  const stage = new Stage((at, key) => {
    if (at.woken.length === 3) take(at, key);
  });
  await stage.follow("a");
  expect(stage.woken.map(({ at }) => at)).toEqual([0, 15_000, 45_000]);
});

test("a host that never gives a turn is asked five times, and the correction is left to the next heartbeat", async () => {
  const stage = new Stage();
  await stage.follow("a");
  expect(stage.woken).toHaveLength(5);
  expect(stage.now).toBe(465_000);
  expect(stage.log).toEqual(["run a: the correction waits for its parent's next heartbeat"]);
});

test("no two wakes are nearer than fifteen seconds, however many parents wait; and each has its turn", async () => {
  const stage = new Stage((at, key) => {
    if (at.woken.length > 5) take(at, key);
  });
  const runs = Array.from({ length: 12 }, (_, index) => `r${index}`);
  await stage.follow(...runs);
  const times = stage.woken.map(({ at }) => at);
  expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) >= 15_000)).toBe(true);
  expect(new Set(stage.woken.map(({ sessionKey }) => sessionKey)).size).toBe(12);
  expect(new Set(stage.progress.values())).toEqual(new Set(["done"]));
});

test("a turn that was given the correction is waited for, and followed by another if it comes to nothing", async () => {
  const stage = new Stage((at, key) => void at.progress.set(key, at.woken.length === 1 ? "handed" : "done"));
  const followed = stage.follow("a", "b");
  stage.progress.set("agent:main:b", "handed");
  await followed;
  expect(stage.woken.map(({ sessionKey }) => sessionKey)).toEqual(["agent:main:a"]);
  expect(stage.log).toEqual([]);
});

test("a correction is followed once at a time", async () => {
  const stage = new Stage(take);
  await stage.follow("a", "a");
  expect(stage.woken).toHaveLength(1);
});

test("a ledger that cannot be read is told of, and ends nothing", async () => {
  const stage = new Stage(undefined, () => {
    throw new Error("the disk is gone");
  });
  await stage.follow("a");
  expect(stage.log).toEqual(["run a: its parent could not be woken: the disk is gone"]);
});
