/** Holds whoever looks for a run's transcript, until it is let go on. */

import { expect, vi } from "vitest";
import type { Run } from "../../src/agents/index.ts";

export class HeldReads {
  readonly #begun: string[] = [];
  #open = (): void => undefined;
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  readonly #at: string | undefined;

  /** @param at the path that is found in the end; the run's own where it is not given */
  constructor(at?: string) {
    this.#at = at;
  }

  readonly locateTranscript = async ({ runId, transcript }: Run): Promise<string | undefined> => {
    this.#begun.push(runId);
    await this.#opened;
    return this.#at ?? transcript;
  };

  /** Waits until these runs, and no others, are being read. */
  async at(...runIds: string[]): Promise<void> {
    await vi.waitFor(() => expect(this.#begun).toEqual(runIds), { timeout: 10_000 });
  }

  goOn(): void {
    this.#open();
  }
}
