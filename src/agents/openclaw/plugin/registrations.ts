/**
 * The plugin's registrations in one gateway. OpenClaw 2026.9 loads its plugins several times, and lets a hook run in
 * one registration whose interface takes nothing any more, while another one's does. So a text is offered to each.
 */

import type { Message, Messenger } from "./host.ts";

/** Of the whole process: each load may come with modules of its own. The number is that of the shape behind it. */
const KEY = Symbol.for("lastword.openclaw.messengers.1");

/** Registrations that are known at most; the oldest goes first. */
const KNOWN_MAX = 64;

/** A registration with a gateway's state folder. It is known for as long as its host holds on to it. */
interface Registration {
  readonly stateDir: string | undefined;
  readonly messenger: WeakRef<Messenger>;
}

type Known = Set<Registration>;

/** This registration's messenger, with those of the same gateway's others behind it. */
export function withOthers(own: Messenger, stateDir: string | undefined): Messenger {
  const known = knownNow();
  known.add({ stateDir, messenger: new WeakRef(own) });
  for (const oldest of known) {
    if (known.size > KNOWN_MAX) known.delete(oldest);
  }
  return {
    wake: own.wake,
    queue: async (message) => {
      if (await own.queue(message)) return true;
      for (const other of messengersOf(stateDir).toReversed()) {
        if (other !== own && (await isTakenBy(other, message))) return true;
      }
      return false;
    },
  };
}

function messengersOf(stateDir: string | undefined): readonly Messenger[] {
  return [...knownNow()].flatMap((registration) => {
    const messenger = registration.messenger.deref();
    if (messenger === undefined) knownNow().delete(registration);
    return messenger === undefined || registration.stateDir !== stateDir ? [] : [messenger];
  });
}

/** A registration that is gone may fail in any way; that is no word on the text. */
async function isTakenBy(messenger: Messenger, message: Message): Promise<boolean> {
  try {
    return await messenger.queue(message);
  } catch {
    return false;
  }
}

function knownNow(): Known {
  const found: unknown = Reflect.get(globalThis, KEY);
  if (isKnown(found)) return found;
  const fresh: Known = new Set();
  Reflect.set(globalThis, KEY, fresh);
  return fresh;
}

function isKnown(value: unknown): value is Known {
  return value instanceof Set;
}
