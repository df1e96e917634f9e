/**
 * Virtual time: everything that is to happen in a simulation, in the order in which it does. The code under test runs
 * on real promises; it is made to repeat by waiting, after each thing that happens, until every promise has settled.
 */

/** Something that can die: a process, a child. What was to happen to it afterwards never does. */
export class Life {
  readonly name: string;
  alive = true;
  /** Until then it stands still (a suspended process, a suspended machine), and what happens to it waits. */
  stalledUntil = 0;

  constructor(name: string) {
    this.name = name;
  }
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly life: Life | undefined;
  readonly run: () => void;
}

/** When every simulation begins, Unix ms. */
export const BEGINNING = Date.UTC(2026, 10, 1, 10);

/** The queue of what is to happen. */
export class Scheduler {
  #now = BEGINNING;
  #order = 0;
  #current: Life | undefined;
  readonly #tasks = new Set<Task>();

  /** True time, Unix ms. Machines have clocks of their own. */
  get now(): number {
    return this.#now;
  }

  /** Whose code runs at this moment. */
  get current(): Life | undefined {
    return this.#current;
  }

  /**
   * Lets something happen later.
   *
   * @param delayMs how much later
   * @param life to whom it happens; to nobody who could die, where it is undefined
   * @returns takes it back
   */
  after(delayMs: number, life: Life | undefined, run: () => void): () => void {
    this.#order += 1;
    const task = { at: this.#now + Math.max(0, delayMs), order: this.#order, life, run };
    this.#tasks.add(task);
    return () => void this.#tasks.delete(task);
  }

  /** Lets the next thing happen, and waits until all that follows at once is done. False if there is none. */
  async step(): Promise<boolean> {
    const task = this.#next();
    if (task === undefined) return false;
    this.#now = Math.max(this.#now, task.at);
    this.#current = task.life;
    task.run();
    await settled();
    this.#current = undefined;
    return true;
  }

  #next(): Task | undefined {
    for (;;) {
      let first: Task | undefined;
      for (const task of this.#tasks) if (first === undefined || isBefore(task, first)) first = task;
      if (first === undefined) return undefined;
      this.#tasks.delete(first);
      const { life, run } = first;
      if (life !== undefined && !life.alive) continue;
      if (life === undefined || life.stalledUntil <= first.at) return first;
      this.after(life.stalledUntil - this.#now, life, run);
    }
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Immediates come after every promise: taken before anybody puts other timers in the place of the system's. */
const later = setImmediate;

async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    later(resolve);
  });
}
