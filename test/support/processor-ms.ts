/** The processor's time of this process: what work takes, however many other programs want the machine. */

import process from "node:process";

/** Milliseconds so far, for differences. A bound on them tells work that grows with the square from work that does not. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
