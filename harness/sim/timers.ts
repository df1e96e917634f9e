/** The system's timers, made virtual for as long as a simulation runs: no code under test may wait for real. */

import type { Scheduler } from "./scheduler.ts";

/** What `setTimeout` gives, as far as anybody asks it. */
class VirtualTimer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/**
 * Puts virtual timers in the place of the system's. They belong to whoever's code sets them, and die with it. A timer
 * that is set outside of a simulated process is a real one: the test runner's, say.
 *
 * @returns puts the system's back
 */
export function installTimers(scheduler: Scheduler): () => void {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  put("setTimeout", (run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) => {
    const life = scheduler.current;
    if (life === undefined) return realSet(run, delayMs, ...given);
    return new VirtualTimer(scheduler.after(delayMs, life, () => run(...given)));
  });
  put("clearTimeout", (timer: VirtualTimer | NodeJS.Timeout | undefined) => {
    if (timer instanceof VirtualTimer) timer.cancel();
    else realClear(timer);
  });
  return () => {
    put("setTimeout", realSet);
    put("clearTimeout", realClear);
  };
}

function put(name: "setTimeout" | "clearTimeout", value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
}
