/**
 * A host: starts runs and their children, shows life for them, pauses, wakes, kills and ends them, and loses track of
 * some. It may die at every await, and the one that comes after it knows what the store knows.
 */

import type { Run, RunChanges, RunStore } from "../../src/agents/index.ts";
import { Child } from "./child.ts";
import type { Parent } from "./child.ts";
import type { Machine, Session } from "./machine.ts";
import type { Life } from "./scheduler.ts";
import { SessionLog } from "./session-log.ts";
import { SHARED_ROOT, chance, diskFor, sleep } from "./world.ts";
import type { World } from "./world.ts";

/** How often a host makes a call that failed. */
const TRIES_MAX = 3;
const HEARTBEAT_MS = 10_000;
const LF = 0x0a;
/** A session that was quiet for so long may be gone on in. */
const REST_MS = 30_000;
/** After how many heartbeats it looks for runs that still wait to be started. */
const BEATS_A_LOOK = 12;

/** The host of one machine, from its start to its death. */
export class Gateway implements Parent {
  readonly life: Life;
  readonly #world: World;
  readonly #machine: Machine;
  readonly #store: RunStore;
  /** Sessions that are about to be gone on in. */
  readonly #goingOn = new Set<Session>();
  /** The runs that it holds, as it saw them last, with their children. */
  readonly #contexts = new Map<string, { run: Run; readonly child: Child }>();

  constructor(world: World, machine: Machine, life: Life, store: RunStore) {
    this.#world = world;
    this.#machine = machine;
    this.life = life;
    this.#store = store;
  }

  /** Whether it holds the run right now. */
  readonly isLive = (run: Run): boolean => this.#contexts.get(run.runId)?.run.generation === run.generation;

  /** Takes up what the store has of this machine, and shows life from then on. */
  async live(): Promise<void> {
    await this.#restore(0.3);
    for (let beats = 1; ; beats += 1) {
      await sleep(this.#world, this.life, HEARTBEAT_MS * this.#world.pace);
      if (beats % BEATS_A_LOOK === 0) await this.#restore(0);
      for (const [runId, { run, child }] of this.#contexts) {
        // Its child is gone, and no event said so: sooner or later somebody looks.
        if (!child.life.alive && chance(this.#world, 0.2)) this.lose(runId);
        if (run.owner === undefined) continue;
        const answer = await this.#tried(async () => this.#store.heartbeat(run, this.#machine.clock()));
        if (answer?.kind === "lost" && answer.run.status === "ended") this.#contexts.delete(runId);
      }
    }
  }

  /** Starts a run, if it lives that long. */
  async launch(runId: string, parent?: Run): Promise<boolean> {
    const { random } = this.#world;
    const at = this.#machine.clock();
    const sessionId = `session-${runId}`;
    const isShared = chance(this.#world, 0.2);
    const run: Run = {
      runId,
      generation: 1,
      status: chance(this.#world, 0.4) ? "queued" : "running",
      childSessionKey: `agent:main:subagent:${runId}`,
      requesterSessionKey: "agent:main:main",
      ...(chance(this.#world, 0.5) ? { childSessionId: sessionId } : {}),
      ...(parent === undefined ? {} : { parentRunId: parent.runId }),
      createdAt: at,
      host: this.#machine.name,
      transcript: `${isShared ? SHARED_ROOT : "/disk"}/${runId}.jsonl`,
      ...(chance(this.#world, 0.7) ? { owner: { pid: random.whole(2, 9_999), heartbeatAt: at } } : {}),
    };
    const started = run.status === "running" ? { ...run, startedAt: at } : run;
    const added = await this.#tried(async () => this.#store.add(started));
    if (added === undefined) return false;
    if (started.status === "running") return this.#spawn(started, new SessionLog(sessionId), true);
    void this.#startQueued(started);
    return true;
  }

  /** Starts an ended run again, or sends its child another task under another run; in its session, where that is at rest. */
  async again(session: Session, asRun: string | undefined): Promise<void> {
    if (this.#goingOn.has(session) || !this.#isOver(session)) return;
    this.#goingOn.add(session);
    await this.#goOn(session, asRun);
    this.#goingOn.delete(session);
  }

  async #goOn({ run, log, life }: Session, asRun: string | undefined): Promise<void> {
    const at = this.#machine.clock();
    // Old and new in one session are told apart by their times. Where a clock was set nothing could.
    const isTimed = !this.#world.machines.some(({ hasJumped }) => hasJumped);
    const isAtRest = !life.alive && isTimed && !this.#world.truth.of(run).spoiled;
    const base: Run = {
      runId: asRun ?? run.runId,
      generation: asRun === undefined ? run.generation + 1 : 1,
      status: "running",
      childSessionKey: isAtRest ? run.childSessionKey : `${run.childSessionKey}:${at}`,
      requesterSessionKey: run.requesterSessionKey,
      createdAt: at,
      startedAt: at,
      host: this.#machine.name,
    };
    const inSession = isAtRest && chance(this.#world, 0.6);
    const name = inSession ? run.transcript : `/disk/${base.runId}-${base.generation}-${at}.jsonl`;
    const again: Run = name === undefined ? base : { ...base, transcript: name };
    const added = await this.#tried(async () => this.#store.add(again));
    // Known already, if the answer to the first try was lost: then it is ours all the same.
    if (added?.run.createdAt !== at) return;
    if (inSession) {
      this.#world.truth.of(run).spoiled = true;
      this.#world.seen.count("sessions gone on in");
      // A first line that is written behind half a line may be past all telling.
      if (!this.#endsWhole(again)) this.#world.truth.of(again).spoiled = true;
    }
    this.#spawn(again, inSession ? log : new SessionLog(`session-${again.runId}-${at}`), !inSession);
  }

  /** True where the last line has its end. */
  #endsWhole({ transcript = "" }: Run): boolean {
    return diskFor(this.#world, this.#machine, transcript).file(transcript)?.bytes.at(-1) === LF;
  }

  /** Its run has ended, and no other is at work in it: no host sends a second task while there is a first. */
  #isOver({ run: { runId, generation, childSessionKey, transcript = "" } }: Session): boolean {
    const { scheduler, tables } = this.#world;
    const now = tables.runs.get(runId)?.run;
    const isBusy = [...tables.runs.values()].some(
      ({ run }) =>
        run.status !== "ended" && (run.childSessionKey === childSessionKey || run.transcript === transcript),
    );
    const writtenAt =
      diskFor(this.#world, this.#machine, transcript).file(transcript)?.writtenAt ?? scheduler.now;
    return (
      now?.status === "ended" &&
      now.generation === generation &&
      !isBusy &&
      scheduler.now - writtenAt >= REST_MS
    );
  }

  /** Ends a run on purpose. */
  async kill(runId: string): Promise<void> {
    const context = this.#contexts.get(runId);
    if (context === undefined) return;
    await this.#change(runId, { killedAt: this.#machine.clock() });
    this.#contexts.delete(runId);
    this.#world.line.kill(context.child.life);
  }

  /** Forgets a run: its context is gone, and nobody says so. */
  lose(runId: string): void {
    this.#contexts.delete(runId);
  }

  get held(): readonly string[] {
    return [...this.#contexts.keys()];
  }

  /** Does something as the host. */
  inItsOwn(work: () => Promise<unknown>): void {
    this.#world.scheduler.after(0, this.life, () => void work());
  }

  async yielded(run: Run): Promise<void> {
    if (!this.#holds(run)) return;
    await this.#change(run.runId, { status: "paused", pauseReason: "sessions_yield" });
  }

  async delegate(run: Run): Promise<number> {
    if (!this.#holds(run) || run.parentRunId !== undefined) return 0;
    return (await this.launch(`${run.runId}-helper-${run.generation}`, run)) ? 1 : 0;
  }

  async wakes(run: Run): Promise<boolean> {
    const { tables } = this.#world;
    const now = tables.runs.get(run.runId)?.run;
    const helper = tables.runs.get(`${run.runId}-helper-${run.generation}`)?.run;
    const isDue = now?.status !== "ended" && now?.generation === run.generation;
    if (!this.#holds(run) || !isDue || (helper !== undefined && helper.status !== "ended")) return false;
    return now.status !== "paused" || (await this.#change(run.runId, { status: "running" })) === "running";
  }

  ended(run: Run, isWell: boolean): void {
    this.#world.scheduler.after(this.#world.random.next() * 500, this.life, () => {
      if (!this.#holds(run)) return;
      // The hook's event is lost: the very thing that a sweeper is for.
      if (chance(this.#world, 0.5)) this.lose(run.runId);
      else void this.#end(run, isWell);
    });
  }

  async #end(run: Run, isWell: boolean): Promise<void> {
    const outcome = isWell ? "ok" : "error";
    await this.#change(run.runId, {
      status: "ended",
      endedAt: this.#machine.clock(),
      outcome,
      source: "host",
    });
    this.lose(run.runId);
  }

  /** @param probability of noting on a run that it was restored */
  async #restore(probability: number): Promise<void> {
    const listed = await this.#tried(async () =>
      this.#store.list({ status: ["queued", "running", "paused"], limit: 100 }),
    );
    for (const run of (listed ?? []).filter(({ host }) => host === this.#machine.name)) {
      if (run.status === "queued") await this.#startQueued(run);
      else if (chance(this.#world, probability)) {
        await this.#tried(async () => this.#store.update(run, { restoredAt: this.#machine.clock() }));
      }
    }
  }

  async #startQueued(run: Run): Promise<void> {
    await sleep(this.#world, this.life, this.#world.random.next() * 60_000);
    const at = this.#machine.clock();
    const changes: RunChanges = { status: "running", startedAt: at };
    const answer = await this.#tried(async () => this.#store.update(run, changes));
    if (answer?.kind === "updated") this.#spawn(answer.run, new SessionLog(`session-${run.runId}`), true);
  }

  #spawn(run: Run, log: SessionLog, isNew: boolean): boolean {
    const child = new Child(this.#world, this.#machine, run, log, this);
    this.#contexts.set(run.runId, { run, child });
    this.#machine.sessions.push({ run, log, life: child.life });
    // A life of its own: it goes on when its host dies.
    this.#world.scheduler.after(0, child.life, () => void child.work(isNew));
    return true;
  }

  /** Changes a run that it holds. Its status afterwards. */
  async #change(runId: string, changes: RunChanges): Promise<Run["status"] | undefined> {
    const context = this.#contexts.get(runId);
    if (context === undefined) return undefined;
    const answer = await this.#tried(async () => this.#store.update(context.run, changes));
    if (answer === undefined || answer.kind === "unknown-run") return undefined;
    context.run = answer.run;
    if (answer.run.status === "ended") this.#contexts.delete(runId);
    return answer.run.status;
  }

  #holds(run: Run): boolean {
    return this.life.alive && this.isLive(run);
  }

  async #tried<T>(call: () => Promise<T>): Promise<T | undefined> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      try {
        return await call();
      } catch {
        await sleep(this.#world, this.life, 1_000);
      }
    }
    return undefined;
  }
}
