/**
 * All that happens to one version of OpenClaw, in one state folder: children are started one after another, and at each
 * one's moment the gateway is killed and started again; first without the plugin, then with it.
 */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ChildReader } from "../../../src/agents/openclaw/child.ts";
import type { OpenClawRun } from "../../../src/agents/openclaw/run.ts";
import type { JsonObject, Kind } from "../../../src/transcripts/index.ts";
import type { Place } from "../place.ts";
import { Gateway } from "./gateway.ts";
import type { GatewayParts } from "./gateway.ts";
import { OpenClawModel } from "./model.ts";
import type { ModelRequest } from "./model.ts";
import { isMoment } from "./moments.ts";
import { recordsOf, runOf } from "./records.ts";
import { CHILDREN, GRANDCHILD, ROUNDS, ROUND_BEFORE, childOf, parentSteps } from "./script.ts";
import type { ChildScript, OpenClawStep } from "./script.ts";

const MOMENT_MS_MAX = 400_000;
/** A sweep comes up to 75 s after a start; its message to the parent a while behind. */
const SETTLED_MS_MAX = 240_000;
/** The plugin looks again once a minute; then it wakes one parent after another, each within minutes. */
const PLUGIN_MS_MAX = 150_000;
const CORRECTED_MS_MAX = 300_000;
const POLL_MS = 500;

/** A kill that came too late is tried again, with a child of its own, so many times in all. */
const TRIES_MAX = 4;

/** When the plugin was there: not yet, from a start behind the failure on, or before it. */
export type ActStage = "without the plugin" | "found at its start" | "with the plugin";

/** What became of one child. */
export interface Act {
  readonly child: ChildScript;
  readonly stage: ActStage;
  readonly run: OpenClawRun | undefined;
  /** What its record says, as `lastword check --openclaw` has it. */
  readonly verdict: Kind | undefined;
  /** What of it reached the model in its parent's name: the host's words of the outcome, and our corrections. */
  readonly told: readonly string[];
  readonly corrections: readonly string[];
  /** What the plugin said of it in the log. */
  readonly plugin: readonly string[];
}

/** Everything, for one version. */
export async function perform(
  place: Place,
  parts: Omit<GatewayParts, "home" | "workspace" | "modelPort">,
): Promise<readonly Act[]> {
  const model = new OpenClawModel(SCRIPT);
  const gateway = await Gateway.make({
    ...parts,
    home: place.home,
    workspace: join(place.project, "workspace"),
    modelPort: await model.listen(),
  });
  try {
    const stage = new Stage(gateway, model);
    await gateway.start({ withPlugin: false });
    const before = await stage.round(ROUND_BEFORE, false);
    const without = await stage.ends(before, "without the plugin");
    gateway.kill();
    await gateway.gone();
    await gateway.start({ withPlugin: true });
    const caughtUp = await stage.ends(before, "found at its start");
    const parents: Parent[] = [];
    for (const names of ROUNDS) parents.push(...(await stage.round(names, true)));
    return [...without, ...caughtUp, ...(await stage.ends(parents, "with the plugin"))];
  } finally {
    gateway.end();
    model.close();
  }
}

/** A parent of its own for each child, and for each try. */
interface Parent {
  readonly name: string;
  readonly child: ChildScript;
}

const SCRIPT: Readonly<Record<string, readonly OpenClawStep[]>> = Object.fromEntries([
  ["child-grand", GRANDCHILD] as const,
  ...CHILDREN.flatMap((child) =>
    [false, true].flatMap((withPlugin) =>
      Array.from({ length: TRIES_MAX }, (_, index) => parentOf(child, withPlugin, index)).flatMap(
        ({ name }) => [[name, parentSteps(name, child.name)] as const, [childOf(name), child.steps] as const],
      ),
    ),
  ),
]);

function parentOf(child: ChildScript, withPlugin: boolean, tries: number): Parent {
  return { name: `${withPlugin ? "with" : "without"}-${child.name}-${tries}`, child };
}

class Stage {
  readonly #gateway: Gateway;
  readonly #model: OpenClawModel;

  constructor(gateway: Gateway, model: OpenClawModel) {
    this.#gateway = gateway;
    this.#model = model;
  }

  /** Starts the children, kills the gateway at the last one's moment, and starts it again. */
  async round(names: readonly string[], withPlugin: boolean): Promise<readonly Parent[]> {
    const children = names.map(childNamed);
    const parents = children.slice(0, -1).map((child) => parentOf(child, withPlugin, 0));
    await Promise.all(parents.map((parent) => this.#moment(parent)));
    for (const child of children.slice(-1)) {
      for (let tries = 0; ; tries += 1) {
        const parent = parentOf(child, withPlugin, tries);
        await this.#moment(parent, () => this.#gateway.kill());
        await this.#gateway.gone();
        const settled = (await runOf(this.#gateway.stateDir, keyOf(parent)))?.endedAt !== undefined;
        await this.#gateway.start({ withPlugin });
        if (settled && tries + 1 < TRIES_MAX) continue;
        parents.push(parent);
        break;
      }
    }
    return parents;
  }

  /** Has a parent start its child, and waits for its moment; then does, without a pause, what is to be done at it. */
  async #moment(parent: Parent, then: () => void = () => undefined): Promise<void> {
    const { stateDir } = this.#gateway;
    const requestsOf = () => this.#model.requests.filter(({ name }) => name === childOf(parent.name));
    await this.#gateway.say(keyOf(parent), `<<${parent.name}>> Have the failing tests counted.`);
    const deadline = Date.now() + MOMENT_MS_MAX;
    const found = async <T>(look: () => Promise<T | undefined>, what: string): Promise<T> => {
      for (;;) {
        const value = await look();
        if (value !== undefined) return value;
        if (Date.now() > deadline) throw new Error(`${parent.name}: ${what}`);
        await sleep(5);
      }
    };
    const run = await found(() => runOf(stateDir, keyOf(parent)), "no run came into the registry");
    const records = await found(() => recordsOf(stateDir, run.childSessionKey), "its child has no session");
    const again = parent.child.again === true;
    const isTold = async () => (await runOf(stateDir, keyOf(parent)))?.deliveredAt;
    if (again) await found(isTold, "its first run was never settled");
    const last = again ? records.now().at(-1)?.["id"] : undefined;
    const refusals: unknown[] = [];
    // Not waited for: between a quick answer and its settlement lie milliseconds.
    const asked = again ? this.#gateway.say(run.childSessionKey, "Once more.") : Promise.resolve();
    asked.catch((error: unknown) => refusals.push(error));
    while (!isMoment(parent.child.kill, behind(last, records.now()), requestsOf())) {
      if (refusals.length > 0) throw new Error(`${parent.name}: not asked again`, { cause: refusals[0] });
      if (Date.now() > deadline) throw new Error(`${parent.name}: its moment never came`);
      // The model is in this process, too.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    then();
    records.close();
  }

  /** What became of each, once it is settled, told, and looked into. */
  async ends(parents: readonly Parent[], stage: ActStage): Promise<readonly Act[]> {
    return Promise.all(parents.map((parent) => this.#end(parent, stage)));
  }

  /** Waits until the run is settled, its parent told, and, with the plugin, looked into; gives what was said. */
  async #end(parent: Parent, stage: ActStage): Promise<Act> {
    const { stateDir } = this.#gateway;
    const key = keyOf(parent);
    await this.#waitFor(SETTLED_MS_MAX, async () => (await runOf(stateDir, key))?.deliveredAt !== undefined);
    const run = await runOf(stateDir, key);
    const lines = () => (run === undefined ? [] : this.#pluginLines(run.runId));
    const isFailed = run?.outcome !== undefined && run.outcome.status !== "ok";
    if (stage !== "without the plugin" && isFailed) {
      await this.#waitFor(PLUGIN_MS_MAX, () => lines().length > 0);
    }
    if (lines().some((line) => line.includes(": tells"))) {
      await this.#waitFor(CORRECTED_MS_MAX, () => correctionsIn(this.#heard(parent)).length > 0);
    }
    const heard = this.#heard(parent);
    return {
      child: parent.child,
      stage,
      run,
      verdict: run === undefined ? undefined : await verdictOf(stateDir, run),
      told: heard.flatMap(
        ({ said }) => /status: (?:failed|completed|ok|timed out)[^\n]*/.exec(said)?.[0] ?? [],
      ),
      corrections: correctionsIn(heard),
      plugin: lines(),
    };
  }

  #heard({ name }: Parent): readonly ModelRequest[] {
    return this.#model.requests.filter((request) => request.name === name);
  }

  #pluginLines(runId: string): readonly string[] {
    return this.#gateway.log.split("\n").filter((line) => line.includes(`lastword: run ${runId}:`));
  }

  async #waitFor(limitMs: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline && !(await isSo())) await sleep(POLL_MS);
  }
}

/** The records behind the one of this id; all, where there is none. */
function behind(id: unknown, records: readonly JsonObject[]): readonly JsonObject[] {
  return id === undefined ? records : records.slice(records.findLastIndex((one) => one["id"] === id) + 1);
}

async function verdictOf(stateDir: string, run: OpenClawRun): Promise<Kind> {
  const reader = new ChildReader(stateDir);
  try {
    return (await reader.read(run)).judgement.kind;
  } finally {
    reader.close();
  }
}

function correctionsIn(heard: readonly ModelRequest[]): readonly string[] {
  return heard.flatMap(({ said }) => {
    const start = said.indexOf("Correction of a subagent's outcome (lastword): run ");
    return start < 0 ? [] : [said.slice(start, start + 4_000)];
  });
}

function childNamed(name: string): ChildScript {
  const child = CHILDREN.find((one) => one.name === name);
  if (child === undefined) throw new Error(`no child is named ${name}`);
  return child;
}

function keyOf({ name }: Parent): string {
  return `agent:main:${name}`;
}
