/**
 * What the stores cost: a sweep over as many stale runs among ever more that have ended, and how many runs so many
 * sweepers settle in a second.
 */

import type { Sweeper } from "../../src/agents/index.ts";
import type { Built, Sweeping } from "./build.ts";
import { contest, processorMs, ratio, spreadOf, wallMs } from "./contest.ts";
import type { Contender } from "./contest.ts";
import { BEGAN, postgresKind, sqliteKind } from "./ground.ts";
import type { Kind } from "./ground.ts";
import type { Row } from "./row.ts";
import type { Scale } from "./scale.ts";
import { Crew } from "./crew.ts";
import type { Workshop } from "./workshop.ts";

/** A million runs cost about what a thousand cost. */
const FLAT = { atMost: 1.5 };
const HOUR_MS = 60 * 60_000;
/** The sweep is long behind the start of the runs. */
const NOW = BEGAN + HOUR_MS;

/**
 * Measures each store that there is, one after the other.
 *
 * @param skip told which store there is none of here, and why
 */
export async function measureStores(
  { sweeping, agentsEntry }: Built,
  scale: Scale,
  workshop: Workshop,
  skip: (why: string) => void,
): Promise<readonly Row[]> {
  const transcript = workshop.transcript("settled.jsonl", {
    bytesMin: 1_000,
    turns: "one",
    ending: "answer",
  });
  const rows: Row[] = [...(await measureMemory(sweeping, scale, transcript))];
  const measure = async (kind: Kind): Promise<void> => {
    try {
      rows.push(...(await measureSweeps(kind, sweeping, scale, transcript)));
      rows.push(...(await measureCrews(kind, agentsEntry, scale, transcript)));
    } finally {
      await kind.close();
    }
  };
  await measure(sqliteKind(workshop.folder, sweeping));
  const postgres = await postgresKind(sweeping).catch((error: unknown) => {
    skip(`PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (postgres !== undefined) await measure(postgres);
  return rows;
}

async function measureSweeps(
  kind: Kind,
  { openRegistry, createSweeper }: Sweeping,
  { stale, registries, sweeps }: Scale,
  transcript: string,
): Promise<readonly Row[]> {
  const open: { close(): void | Promise<void> }[] = [];
  const contenders: Contender<string>[] = [];
  for (const runs of registries) {
    const ground = await kind.fresh(`sweep_${runs}`);
    open.push(ground);
    await ground.fill(runs - stale, stale, transcript);
    const registry = await openRegistry(ground.url);
    open.push(registry);
    const sweeper = createSweeper({
      registry,
      clock: () => NOW,
      runsMax: stale,
      // Nothing is read: the store alone is measured.
      locateTranscript: () => undefined,
      sessionEntry: () => ({ status: "done", endedAt: BEGAN + 1_000 }),
    });
    contenders.push({
      name: String(runs),
      prepare: async () => ground.reset(),
      run: async () => sweepAll(sweeper, stale),
    });
  }
  // The server works in processes of its own.
  const times = await contest(contenders, sweeps, kind.name === "SQLite" ? processorMs : wallMs);
  for (const each of open) await each.close();
  const [small, ...larger] = registries;
  const part = `${kind.name}, a sweep over ${count(stale)} stale runs`;
  return [
    ...larger.map((runs): Row => ({
      part,
      what: `among ${count(runs)}, of that among ${count(small)}`,
      measured: ratio(times, String(runs), String(small)),
      unit: "x",
      goal: FLAT,
    })),
    {
      part,
      what: `one run, among ${count(small)}`,
      measured: spreadOf(times.get(String(small)) ?? [], (ms) => (ms * 1_000) / stale),
      unit: "us",
    },
  ];
}

/** @throws {Error} where not all were settled: a fast wrong sweep is worth nothing */
async function sweepAll(sweeper: Sweeper, stale: number): Promise<void> {
  const { runs } = await sweeper.sweepOnce();
  const settled = runs.filter(
    ({ decision, written }) => decision.kind === "ok" && written?.kind === "settled",
  );
  if (settled.length !== stale) throw new Error(`${settled.length} of ${stale} runs were settled`);
}

async function measureCrews(
  kind: Kind,
  agentsEntry: string,
  { settlements, crews, sweeps }: Scale,
  transcript: string,
): Promise<readonly Row[]> {
  const ground = await kind.fresh("crews");
  await ground.fill(0, settlements, transcript);
  let crew: Crew | undefined;
  const contenders = crews.map((size): Contender<string> => {
    return {
      name: String(size),
      prepare: async () => {
        await crew?.gone();
        await ground.reset();
        crew = await Crew.start(size, agentsEntry, ground.url);
      },
      run: async () => {
        const settled = await crew?.sweep();
        if (settled !== settlements) throw new Error(`${settled} of ${settlements} runs were settled`);
      },
    };
  });
  const times = await contest(contenders, sweeps, wallMs);
  await crew?.gone();
  await ground.close();
  return rates(`${kind.name}, settlements with real transcripts`, times, settlements, crews);
}

async function measureMemory(
  { memoryStore, createSweeper }: Sweeping,
  { settlements, crews, sweeps }: Scale,
  transcript: string,
): Promise<readonly Row[]> {
  const contenders = crews.map((size): Contender<string> => {
    let sweepers: readonly Sweeper[] = [];
    return {
      name: String(size),
      prepare: async () => {
        const registry = memoryStore();
        for (let n = 1; n <= settlements; n += 1) {
          await registry.add({
            runId: `stale-${n}`,
            generation: 1,
            status: "running",
            childSessionKey: `agent:main:subagent:${n}`,
            requesterSessionKey: "agent:main:main",
            createdAt: BEGAN,
            transcript,
          });
        }
        sweepers = Array.from({ length: size }, () =>
          createSweeper({ registry, runsMax: settlements, quietMs: 0 }),
        );
      },
      run: async () => {
        const swept = await Promise.all(sweepers.map(async (sweeper) => sweeper.sweepOnce()));
        const settled = swept.flatMap(({ runs }) =>
          runs.filter(({ written }) => written?.kind === "settled"),
        );
        if (settled.length !== settlements) throw new Error(`${settled.length} runs were settled`);
      },
    };
  });
  const times = await contest(contenders, sweeps, wallMs);
  return rates("in memory, settlements with real transcripts", times, settlements, crews);
}

function rates(
  part: string,
  times: ReadonlyMap<string, readonly number[]>,
  settlements: number,
  crews: readonly number[],
): readonly Row[] {
  return crews.map((size): Row =>
    size === 1
      ? {
          part,
          what: "1 sweeper",
          measured: spreadOf(times.get("1") ?? [], (ms) => (settlements * 1_000) / ms),
          unit: "/s",
        }
      : {
          part,
          what: `${size} sweepers, of 1 sweeper's rate`,
          measured: ratio(times, "1", String(size)),
          unit: "x",
        },
  );
}

function count(runs: number): string {
  return runs.toLocaleString("en");
}
