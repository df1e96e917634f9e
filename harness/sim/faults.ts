/** What may go wrong in one simulation, and how often. Each seed has faults of its own, and lacks others. Pure. */

import type { Random } from "../bench/random.ts";

/** Probabilities, from 0 to 1: of one call, unless something else is said. */
export interface Faults {
  /** The request never arrives, and its sender is told that the store is unreachable. */
  readonly requestLost: number;
  /** It is done, and its sender is told that the store is unreachable. */
  readonly answerLost: number;
  /** Nothing is done: somebody else holds the store. */
  readonly busy: number;
  /** It is done twice; the sender has the second answer. */
  readonly twice: number;
  /** Request or answer take up to a minute and a half. */
  readonly slow: number;
  /** The caller dies: before it is done, or behind it. */
  readonly crash: number;
  /** The caller stands still behind it, for up to a minute and a half. */
  readonly pause: number;
  /** A read of a file fails for a moment. */
  readonly readFails: number;
  /** The sink refuses for now, says nothing, takes it and says nothing, or refuses for good. */
  readonly sinkFails: number;
  /** Of a machine, each minute: it loses its power, and the last writes of its disk. */
  readonly powerLost: number;
  /** Of a machine, each minute: its clock is set, forward or back. */
  readonly clockJumps: number;
  /** Of a machine or a process, each minute: it stands still for up to three minutes. */
  readonly stalls: number;
  /** Of a process, each minute: it is killed. */
  readonly kills: number;
}

export const NO_FAULTS: Faults = {
  requestLost: 0,
  answerLost: 0,
  busy: 0,
  twice: 0,
  slow: 0,
  crash: 0,
  pause: 0,
  readFails: 0,
  sinkFails: 0,
  powerLost: 0,
  clockJumps: 0,
  stalls: 0,
  kills: 0,
};

/** How often each may be at most. */
const MOST: Faults = {
  requestLost: 0.1,
  answerLost: 0.1,
  busy: 0.1,
  twice: 0.1,
  slow: 0.12,
  crash: 0.06,
  pause: 0.06,
  readFails: 0.3,
  sinkFails: 0.5,
  powerLost: 0.05,
  clockJumps: 0.15,
  stalls: 0.2,
  kills: 0.15,
};

/** Faults for one simulation: some of them, each as often as may be or less. */
export function someFaults(random: Random): Faults {
  const some = (most: number): number => (random.next() < 0.5 ? 0 : most * random.next());
  return {
    requestLost: some(MOST.requestLost),
    answerLost: some(MOST.answerLost),
    busy: some(MOST.busy),
    twice: some(MOST.twice),
    slow: some(MOST.slow),
    crash: some(MOST.crash),
    pause: some(MOST.pause),
    readFails: some(MOST.readFails),
    sinkFails: some(MOST.sinkFails),
    powerLost: some(MOST.powerLost),
    clockJumps: some(MOST.clockJumps),
    stalls: some(MOST.stalls),
    kills: some(MOST.kills),
  };
}
