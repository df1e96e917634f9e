/** Work that is done round by round: one at a time, on a timer or when it is asked for, until it is stopped. */

/** What every round says of itself. */
export interface Round {
  /** True where a limit ended it, and more is to be done: the next one follows at once. */
  readonly full: boolean;
}

/** The rounds of one worker. Its timer keeps no process alive. */
export class Rounds<Done extends Round> {
  readonly #work: () => Promise<Done>;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<Done> | undefined;
  #started = false;
  #stopping = false;

  /**
   * @param work one round; it never rejects
   * @param intervalMs from the end of one round to the next
   */
  constructor(work: () => Promise<Done>, intervalMs: number) {
    this.#work = work;
    this.#intervalMs = intervalMs;
  }

  /** True while somebody waits for the round in hand to end. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** A round, or the one that runs: two of one worker would only race each other. */
  once(): Promise<Done> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Does rounds from now on, the first after the interval. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#schedule(this.#intervalMs);
  }

  /** Starts none any more, and waits for the one in hand. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#running;
    this.#stopping = false;
  }

  #schedule(inMs: number): void {
    // A round that outlived a stop and a start would leave a second timer behind.
    clearTimeout(this.#timer);
    if (!this.#started) return;
    this.#timer = setTimeout(() => {
      void this.once().then(({ full }) => this.#schedule(full ? 0 : this.#intervalMs));
    }, inMs);
    this.#timer.unref();
  }
}
