/** Puts the repairer together over a real state folder: its ledger, its registry, its children. Decides nothing. */

import { join } from "node:path";
import { registryOf } from "../audit.ts";
import { ChildReader } from "../child.ts";
import type { ChildReading } from "../child.ts";
import { openClawStateDir } from "../places.ts";
import type { OpenClawRun } from "../run.ts";
import type { Host, Messenger } from "./host.ts";
import { Ledger } from "./ledger.ts";
import { Repairer } from "./repairer.ts";
import { hostTranscripts, readThroughHost } from "./sdk-transcript.ts";
import type { TranscriptEvents } from "./sdk-transcript.ts";
import type { PluginSettings } from "./settings.ts";
import { Waker, keyOf } from "./waker.ts";

/** The repairer of a host's own state folder. Nothing is kept open between two runs. */
export async function makeRepairer(
  { log, messenger, stateDir: given }: Pick<Host, "log" | "stateDir"> & { readonly messenger: Messenger },
  settings: PluginSettings,
): Promise<Repairer> {
  const stateDir = given ?? openClawStateDir(process.env);
  const ledger = ledgerOf({ log, stateDir });
  const events = await hostTranscripts();
  const session = (key: string, agentId?: string) =>
    withChildren(stateDir, (children) => children.session(key, agentId));
  const waker = new Waker({
    wake: messenger.wake,
    log,
    sleep,
    isQueued: async ({ runId, to }) =>
      (await session(to.sessionKey, to.agentId))?.queued.includes(keyOf(runId)),
  });
  return new Repairer({
    settings,
    ledger,
    messenger,
    waker,
    log,
    now: Date.now,
    sleep,
    runs: async () => (await registryOf(stateDir)).runs,
    readChild: (run) => withChildren(stateDir, (children) => readChild(children, events, run)),
    sessionIdOf: async (key) => (await session(key))?.sessionId,
  });
}

/** The ledger of a host's own state folder. */
function ledgerOf({ log, stateDir }: Pick<Host, "log" | "stateDir">): Ledger {
  const folder = join(stateDir ?? openClawStateDir(process.env), "lastword");
  return new Ledger(join(folder, "corrections.json"), (path) =>
    log.warn(`${path} was damaged and is put aside; no run that ended before now is put right`),
  );
}

/** Through the host's reader where it has one and finds something, else from the store. */
async function readChild(
  children: ChildReader,
  events: TranscriptEvents | undefined,
  run: OpenClawRun,
): Promise<ChildReading> {
  const session = events === undefined ? undefined : await children.session(run.childSessionKey);
  if (events === undefined || session === undefined) return children.read(run);
  return (await readThroughHost(events, run, session.sessionId)) ?? children.read(run);
}

async function withChildren<T>(stateDir: string, work: (children: ChildReader) => Promise<T>): Promise<T> {
  const children = new ChildReader(stateDir);
  try {
    return await work(children);
  } finally {
    children.close();
  }
}

/** A pause that keeps no gateway from ending. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
