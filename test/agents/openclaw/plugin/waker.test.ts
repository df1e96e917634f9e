/** The waker: parents are woken while their correction waits, not too fast, not for ever, and never for nothing. */

import { describe, expect, test } from "vitest";
import { Waker } from "../../../../src/agents/openclaw/plugin/waker.ts";
import type { Queued } from "../../../../src/agents/openclaw/plugin/waker.ts";

const queued = (runId: string): Queued => ({
  runId,
  to: { sessionKey: `agent:main:${runId}`, agentId: "main" },
});

/** A host whose clock goes on only when nobody has anything to do, and whose queue `takes` decides on. */
class Stage {
  readonly waiting = new Set<string>();
  readonly woken: { readonly at: number; readonly sessionKey: string }[] = [];
  readonly log: string[] = [];
  now = 0;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  readonly waker: Waker;

  constructor(
    onWake: (stage: Stage, sessionKey: string) => void = () => undefined,
    isQueued?: (queued: Queued) => boolean | undefined,
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
      isQueued: (one) =>
        Promise.resolve(isQueued === undefined ? this.waiting.has(one.to.sessionKey) : isQueued(one)),
    });
  }

  /** Follows these, which wait, and lets time pass until all is over. */
  follow(...runIds: readonly string[]): Promise<void> {
    for (const runId of runIds) this.waiting.add(queued(runId).to.sessionKey);
    return this.pass(...runIds.map((runId) => this.waker.follow(queued(runId))));
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

const take = (stage: Stage, sessionKey: string) => void stage.waiting.delete(sessionKey);

test("a host that gives the turn at once is asked once", async () => {
  const stage = new Stage(take);
  await stage.follow("a");
  expect(stage.woken).toEqual([{ at: 0, sessionKey: "agent:main:a" }]);
  expect(stage.log).toEqual(["run a: a turn of its parent's has taken the correction"]);
});

test("a host that drops wakes is asked again, until the correction is taken", async () => {
  const stage = new Stage((at, key) => {
    if (at.woken.length === 3) take(at, key);
  });
  await stage.follow("a");
  expect(stage.woken.map(({ at }) => at)).toEqual([0, 15_000, 45_000]);
});

test("a host that never gives a turn is asked five times, and the correction is left to the next turn", async () => {
  const stage = new Stage();
  await stage.follow("a");
  expect(stage.woken).toHaveLength(5);
  expect(stage.now).toBe(465_000);
  expect(stage.log).toEqual(["run a: the correction waits for its parent's next turn"]);
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
  expect(stage.waiting.size).toBe(0);
});

test("two corrections for one parent are taken by one turn, for which it is woken once", async () => {
  const stage = new Stage(take);
  const both = ["a", "b"].map((runId) => ({ ...queued("a"), runId }));
  stage.waiting.add("agent:main:a");
  stage.waiting.add("agent:main:c");
  await stage.pass(...[...both, queued("c")].map((one) => stage.waker.follow(one)));
  expect(stage.woken.map(({ sessionKey }) => sessionKey)).toEqual(["agent:main:a", "agent:main:c"]);
});

test("a correction is followed once at a time", async () => {
  const stage = new Stage(take);
  await stage.follow("a", "a");
  expect(stage.woken).toHaveLength(1);
});

test("where nobody can say whether it waits, its parent is woken once", async () => {
  const stage = new Stage(undefined, () => undefined);
  await stage.follow("a");
  expect(stage.woken).toHaveLength(1);
  expect(stage.log).toEqual([expect.stringContaining("waits for its parent's next turn")]);
});

test("a store that cannot be read is told of, and ends nothing", async () => {
  const fails = () => {
    throw new Error("the disk is gone");
  };
  const stage = new Stage(undefined, fails);
  await stage.follow("a");
  await stage.waker.resume(queued("b"));
  expect(stage.log).toEqual([
    expect.stringContaining("run a: its parent could not be woken: the disk is gone"),
    expect.stringContaining("run b: its parent's session could not be read: the disk is gone"),
  ]);
});

describe("after a restart", () => {
  test("what still waits is followed", async () => {
    const stage = new Stage(take);
    stage.waiting.add("agent:main:a");
    await stage.pass(stage.waker.resume(queued("a")));
    expect(stage.woken).toHaveLength(1);
  });

  test.each([
    ["was taken", false],
    ["has no session any more", undefined],
  ])("what %s is left alone, without a word", async (_, stands) => {
    const stage = new Stage(undefined, () => stands);
    await stage.waker.resume(queued("a"));
    expect([stage.woken, stage.log]).toEqual([[], []]);
  });
});
