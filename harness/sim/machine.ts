/** A machine: a clock that may be wrong, a disk, and the processes that live on it. */

import type { Run } from "../../src/agents/index.ts";
import { Disk } from "./disk.ts";
import type { Life, Scheduler } from "./scheduler.ts";
import type { SessionLog } from "./session-log.ts";

/** A session that a child wrote; another child may go on in it. */
export interface Session {
  readonly run: Run;
  readonly log: SessionLog;
  /** The child that wrote it last. */
  readonly life: Life;
}

/** One machine. */
export class Machine {
  readonly name: string;
  readonly disk = new Disk();
  /** Everything that runs here, dead or alive. */
  readonly lives: Life[] = [];
  readonly sessions: Session[] = [];
  /** How far its clock is ahead of true time, ms. */
  offsetMs: number;
  /** True once its clock was set back, or forward, while runs were about. */
  hasJumped = false;
  /**
   * Children that have answered and are about to be sent back to work. The quiet time tells those from the ones that
   * are done, by this machine's clock: nothing on disk could tell once that clock is set, or the machine is suspended,
   * in these few seconds. So neither happens in them.
   */
  readonly reopening = new Set<Life>();
  readonly #scheduler: Scheduler;

  constructor(name: string, scheduler: Scheduler, offsetMs: number) {
    this.name = name;
    this.#scheduler = scheduler;
    this.offsetMs = offsetMs;
  }

  /** True while its clock must not be set, and it must not stand still. */
  get isDelicate(): boolean {
    return [...this.reopening].some(({ alive }) => alive);
  }

  /** What its clock says, Unix ms. */
  readonly clock = (): number => Math.round(this.#scheduler.now + this.offsetMs);
}
