/**
 * `lastword hook relay EVENT`: the command that a hook runs. Silent, and always exit code 0: to Claude Code an exit code
 * of 2 means that the agent must go on, and anything written is shown to it. Imports as little as it can, since every
 * event of every session waits for it.
 */

import { performance } from "node:perf_hooks";
import process from "node:process";
import { packageVersion } from "../agents/hooks/package-version.ts";
import { relayEvent } from "../agents/hooks/relay.ts";
import type { Environment } from "../agents/hooks/relay.ts";

/** A payload is a few kilobytes; an answer may be long. Of a longer one the event is kept, not what it says. */
export const PAYLOAD_BYTES_MAX = 16 * 1024 * 1024;
/** A host writes the payload at once. One that never ends must not hold the session up. */
const PAYLOAD_MS_MAX = 5_000;

const NS_PER_US = 1_000n;

/** What the relay touches of the world. */
export interface RelayIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly env: Environment;
}

/** Hands one event on; whatever happens, it happens quietly. */
export async function hookRelay(event: string, { stdin, env }: RelayIo): Promise<void> {
  try {
    const ns = startedNs();
    const payload = await payloadFrom(stdin);
    relayEvent({ event, env, ns, version: packageVersion(), ...(payload === undefined ? {} : { payload }) });
  } catch {
    // There is nobody to tell: what a hook says goes to the agent. `lastword doctor` finds what is wrong.
  }
}

/** The payload; undefined where it does not end, cannot be read, or is too long. */
async function payloadFrom(stdin: RelayIo["stdin"]): Promise<string | undefined> {
  const { promise: late, cancel } = after(PAYLOAD_MS_MAX);
  try {
    return await Promise.race([read(stdin), late]);
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}

async function read(stdin: RelayIo["stdin"]): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.byteLength;
    if (bytes > PAYLOAD_BYTES_MAX) return undefined;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function after(ms: number): { readonly promise: Promise<undefined>; readonly cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

/**
 * When this process began, Unix ns: the host starts a hook the moment its event happens, and a busy machine lets one that
 * began earlier come later. To the microsecond; the rest tells processes of one microsecond apart.
 */
function startedNs(): bigint {
  const us = BigInt(Math.round(performance.timeOrigin * 1_000));
  return us * NS_PER_US + (BigInt(process.pid) % NS_PER_US);
}
