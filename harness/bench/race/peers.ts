/** Every peer that races. */

import { install } from "../../packages.ts";
import { findAgentSdk } from "./agent-sdk.ts";
import { findJq } from "./jq.ts";
import { findPi } from "./pi.ts";
import type { PeerFinder } from "./way.ts";

export const PEERS: readonly PeerFinder[] = [
  async () => findPi(install),
  async () => findJq(),
  async () => findAgentSdk(install),
];
