/** `lastword sweep`: settles what is lost in a store, and tells the parents; once, or until it is stopped. */

import { hostname } from "node:os";
import { resolve } from "node:path";
import { createCourier, createSweeper } from "../../agents/index.ts";
import type { Courier, Reach, Run, RunStore, Sink, Sweeper, SweeperOptions } from "../../agents/index.ts";
import { escapeText } from "../escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { sleep } from "../sleep.ts";
import { fileOf, shownUrl } from "../store-url.ts";
import { withStore } from "../with-store.ts";
import type { OpenStore, StoreFlags } from "../with-store.ts";
import { deliverTo } from "./deliver-to.ts";
import { SweepReport } from "./report.ts";

export interface SweepFlags extends StoreFlags {
  readonly once?: boolean;
  readonly deliver?: string;
  readonly secretEnv?: string;
  readonly host?: string;
  readonly shared?: readonly string[];
  readonly root?: string;
  /** Ms. */
  readonly grace: number;
  /** Ms. */
  readonly interval: number;
  readonly concurrency: number;
  readonly json?: boolean;
}

/** Time between two looks into the outbox, ms: a message that failed is due again after a second at the earliest. */
const DELIVERY_INTERVAL_MS = 2_000;
/** Runs counted for the bar; of more it shows what was done alone. */
const COUNTED_MAX = 10_000;

/**
 * Sweeps.
 *
 * @param signal stops it: the runs and messages in hand are finished, the others given back
 * @returns the exit code: 0 where all went well; 1 where a run, the store or a message failed, or a single sweep was
 *   stopped before its end; 2 where there is no store or no sink to be had
 */
export async function sweep(flags: SweepFlags, io: Io, signal: AbortSignal): Promise<number> {
  const to = flags.deliver === undefined ? undefined : deliverTo(flags.deliver, flags.secretEnv, io);
  if (to?.kind === "unusable") {
    await io.stderr.write(`lastword: ${escapeText(to.problem)}\nTry lastword sweep --help.\n`);
    return EXIT_USAGE;
  }
  return withStore({ flags, io, needsFile: false }, async (open) =>
    new Sweeping(flags, io, open, to?.sink, signal).run(),
  );
}

class Sweeping {
  readonly #flags: SweepFlags;
  readonly #io: Io;
  readonly #open: OpenStore;
  readonly #report: SweepReport;
  readonly #reach: Reach | undefined;
  readonly #sweeper: Sweeper;
  readonly #courier: Courier | undefined;
  readonly #signal: AbortSignal;

  constructor(flags: SweepFlags, io: Io, open: OpenStore, sink: Sink | undefined, signal: AbortSignal) {
    this.#flags = flags;
    this.#io = io;
    this.#open = open;
    this.#signal = signal;
    const report = new SweepReport(io, { json: flags.json === true, tellsWaits: flags.once === true });
    this.#report = report;
    this.#reach = reachOf(flags, open.url);
    const { concurrency, grace } = flags;
    const common = { concurrency, clock: io.now, logger: report.logger };
    this.#sweeper = createSweeper({
      ...common,
      ...(this.#reach === undefined ? {} : { reach: this.#reach }),
      ...(flags.root === undefined ? {} : insideOf(resolve(flags.root))),
      registry: counted(open.store, () => report.tick()),
      graceMs: grace,
      onSettled: (run, settlement) => report.settled(run, settlement),
      onImproved: (improved) => report.improved(improved),
    });
    this.#courier = sink === undefined ? undefined : createCourier({ ...common, outbox: open.store, sink });
  }

  async run(): Promise<number> {
    const stop = (): void => {
      // Both answer when what is in hand is done, which their rounds below wait for.
      void this.#sweeper.stop();
      void this.#courier?.stop();
    };
    this.#signal.addEventListener("abort", stop);
    try {
      return await (this.#flags.once === true ? this.#once() : this.#untilStopped());
    } finally {
      this.#signal.removeEventListener("abort", stop);
      this.#report.end();
    }
  }

  async #once(): Promise<number> {
    await this.#sweepAll();
    await this.#deliverAll();
    const isCut = this.#signal.aborted;
    const { stderr } = this.#io;
    await stderr.write(`${this.#report.sum()}${isCut ? "; stopped before its end" : ""}\n`);
    if (!isCut && this.#courier === undefined) await this.#tellUndelivered();
    return this.#report.hasTrouble || isCut ? EXIT_NOT_DONE : EXIT_DONE;
  }

  async #untilStopped(): Promise<number> {
    const where = shownUrl(this.#open.url);
    await this.#io.stderr.write(`lastword: sweeping ${escapeText(where)}; Ctrl-C ends it\n`);
    const repeat = async (round: () => Promise<void>, intervalMs: number): Promise<void> => {
      while (!this.#isOver()) {
        await round();
        await sleep(intervalMs, this.#signal);
      }
    };
    await Promise.all([
      repeat(async () => this.#sweepAll(), this.#flags.interval),
      this.#courier === undefined ? undefined : repeat(async () => this.#deliverAll(), DELIVERY_INTERVAL_MS),
    ]);
    await this.#io.stderr.write(`lastword: stopped; ${this.#report.sum()}\n`);
    return EXIT_DONE;
  }

  /** Sweep after sweep, until nothing more is due. */
  async #sweepAll(): Promise<void> {
    await this.#expect();
    let isFull = true;
    while (isFull && !this.#isOver()) {
      const swept = await this.#sweeper.sweepOnce();
      this.#report.swept(swept);
      isFull = swept.full && swept.failures.length === 0;
    }
    this.#report.end();
  }

  async #deliverAll(): Promise<void> {
    let isFull = true;
    while (isFull && !this.#isOver()) {
      const round = await this.#courier?.deliverOnce();
      if (round !== undefined) this.#report.delivered(round);
      isFull = round?.full === true && round.failures.length === 0;
    }
  }

  /** Nobody reads what is told any more: then there is no point in going on either. */
  #isOver(): boolean {
    return this.#signal.aborted || this.#io.stdout.failure !== undefined;
  }

  /** For the bar, which nobody sees but on a terminal. */
  async #expect(): Promise<void> {
    if (!this.#io.stderr.isTerminal) return;
    const query = { now: this.#io.now(), graceMs: this.#flags.grace, limit: COUNTED_MAX };
    const reach = this.#reach === undefined ? {} : { reach: this.#reach };
    try {
      this.#report.expect(await this.#open.store.countStale({ ...query, ...reach }));
    } catch {
      // The sweep itself says that the store does not answer.
    }
  }

  async #tellUndelivered(): Promise<void> {
    const [waiting] = await this.#open.store.listDeliveries({ state: "pending", limit: 1 });
    if (waiting === undefined) return;
    await this.#io.stderr.write(
      "parents are still to be told: --deliver jsonl:PATH, or an address of HTTP\n",
    );
  }
}

/** The store, which tells of each run that the work on it has ended. */
function counted(store: RunStore, done: () => void): RunStore {
  const counting =
    <Q, A>(call: (query: Q) => Promise<A>) =>
    async (query: Q): Promise<A> => {
      const answer = await call(query);
      done();
      return answer;
    };
  return {
    ...store,
    settle: counting((request) => store.settle(request)),
    release: counting((claim) => store.release(claim)),
    defer: async (claim, deferral) => {
      const answer = await store.defer(claim, deferral);
      done();
      return answer;
    },
  };
}

/** Whose runs are swept. In a file all are this machine's; in a database that machines share each takes its own. */
function reachOf({ host, shared = [] }: SweepFlags, url: string): Reach | undefined {
  if (fileOf(url) !== undefined && host === undefined && shared.length === 0) return undefined;
  const sharedRoots = shared.map((folder) => resolve(folder)).filter((folder) => folder !== "/");
  return { host: host ?? hostname(), ...(sharedRoots.length === 0 ? {} : { sharedRoots }) };
}

/** Files are read inside one folder alone, links resolved, whatever a run says. */
function insideOf(root: string): Pick<SweeperOptions, "locateTranscript" | "artifact"> {
  return {
    locateTranscript: ({ transcript }: Run) =>
      transcript === undefined ? undefined : { path: transcript, root },
    artifact: (run: Run) =>
      run.artifact === undefined
        ? undefined
        : { path: run.artifact, root, launchedAt: run.startedAt ?? run.createdAt },
  };
}
