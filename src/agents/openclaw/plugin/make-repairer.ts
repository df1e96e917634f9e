/** Puts the repairer together over a real state folder: its ledger, its registry, its children. Decides nothing. */

import { join } from "node:path";
import { registryOf } from "../audit.ts";
import { ChildReader } from "../child.ts";
import type { ChildReading } from "../child.ts";
import { openClawStateDir } from "../places.ts";
import type { OpenClawRun } from "../run.ts";
import type { Host } from "./host.ts";
import { Ledger } from "./ledger.ts";
import { Mailbox } from "./mailbox.ts";
import { Repairer } from "./repairer.ts";
import { hostTranscripts, readThroughHost } from "./sdk-transcript.ts";
import type { TranscriptEvents } from "./sdk-transcript.ts";
import type { PluginSettings } from "./settings.ts";
import { Waker } from "./waker.ts";

/** The repairer of a host's own state folder. Nothing is kept open between two runs. */
export async function makeRepairer(
  host: Pick<Host, "log" | "stateDir" | "wake">,
  settings: PluginSettings,
): Promise<Repairer> {
  const { log, stateDir: given, wake = () => undefined } = host;
  const stateDir = given ?? openClawStateDir(process.env);
  const ledger = ledgerOf(host);
  const events = await hostTranscripts();
  const progress = (runId: string) => ledger.progress(runId, Date.now());
  return new Repairer({
    settings,
    ledger,
    waker: new Waker({ wake, log, sleep, progress }),
    log,
    now: Date.now,
    sleep,
    runs: async () => (await registryOf(stateDir)).runs,
    readChild: (run) => withChildren(stateDir, (children) => readChild(children, events, run)),
    sessionIdOf: (key) =>
      withChildren(stateDir, async (children) => (await children.session(key))?.sessionId),
  });
}

/** The mailbox over the same ledger. */
export function mailboxOf(host: Pick<Host, "log" | "stateDir">): Mailbox {
  return new Mailbox({ ledger: ledgerOf(host), log: host.log, now: Date.now });
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
