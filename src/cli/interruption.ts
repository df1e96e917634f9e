/** SIGINT and SIGTERM as a signal to stop by: what is in hand is finished, and a second one ends the process at once. */

import process from "node:process";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** An interruption that may come. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Listens no longer: the signals end the process again. */
  readonly dispose: () => void;
}

/** Listens for the first of the signals. */
export function interruption(): Interruption {
  const controller = new AbortController();
  const dispose = (): void => {
    for (const name of SIGNALS) process.removeListener(name, stop);
  };
  const stop = (): void => {
    dispose();
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  return { signal: controller.signal, dispose };
}
