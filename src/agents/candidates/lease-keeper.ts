/**
 * What one sweep has in hand, and that it stays there: leases are renewed three times before they would end, for as
 * long as somebody works, or waits to. It gives nothing back; whoever ends the work does (claimed-run.ts).
 */

import type { Claim, SweeperSide } from "../run-store.ts";
import { withPatience } from "../store-retry.ts";
import type { Patience } from "../store-retry.ts";

/** What keeping is bounded by. */
export interface KeeperSettings {
  /** For how long a run is claimed and renewed, ms. */
  readonly leaseMs: number;
  readonly clock: () => number;
  readonly patience: Patience;
}

/** A run in hand. */
export interface Held {
  /** As it was claimed: that is what is decided. Of a renewal only the new end of the lease counts. */
  claim: Claim;
  /** Set where another took it, or its host changed it. Whoever has begun hears of it at the end. */
  isLost?: true;
}

/** The leases of one sweep. */
export class LeaseKeeper {
  readonly #store: Pick<SweeperSide, "renew">;
  readonly #settings: KeeperSettings;
  readonly #report: (error: unknown) => void;
  readonly #held = new Set<Held>();
  readonly #closing = new AbortController();
  #started = false;
  /** The call to the store that is under way. */
  #renewing: Promise<void> | undefined;

  /** @param report told where a renewal failed: while there is time it is tried again */
  constructor(store: Pick<SweeperSide, "renew">, settings: KeeperSettings, report: (error: unknown) => void) {
    this.#store = store;
    this.#settings = settings;
    this.#report = report;
  }

  /** Keeps a claim from here on. */
  keep(claim: Claim): Held {
    const held = { claim };
    this.#held.add(held);
    if (!this.#started) void this.#renewInTime();
    this.#started = true;
    return held;
  }

  /** Keeps it no longer. */
  letGo(held: Held): void {
    this.#held.delete(held);
  }

  /**
   * True where the run may be begun with. It waited for its turn: a good part of its lease may be over, or the host
   * slept in between. Nothing was read so far, so that a lease which has ended may still be mended.
   */
  async isOurs(held: Held): Promise<boolean> {
    const { clock, leaseMs, patience } = this.#settings;
    try {
      // Whoever has more than half of it left is renewed in time.
      if (held.isLost === undefined && held.claim.until - clock() > leaseMs / 2) return true;
      await withPatience(patience, async () => this.#renew(held));
      return held.isLost === undefined;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  /** Renews nothing any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#renewing;
  }

  /** Goes on until it is closed. Never rejects. */
  async #renewInTime(): Promise<void> {
    const { signal } = this.#closing;
    const { leaseMs, patience } = this.#settings;
    while (!signal.aborted) {
      try {
        await patience.sleep(leaseMs / 3, signal);
      } catch {
        return;
      }
      for (const held of this.#held) {
        if (signal.aborted) return;
        this.#renewing = this.#renewUnlessOver(held);
        await this.#renewing;
      }
    }
  }

  async #renewUnlessOver(held: Held): Promise<void> {
    try {
      // A lease that has ended is not mended: what was read under it may be old.
      if (held.isLost === undefined && held.claim.until > this.#settings.clock()) await this.#renew(held);
    } catch (error) {
      this.#report(error);
    }
  }

  async #renew(held: Held): Promise<void> {
    const { clock, leaseMs } = this.#settings;
    const answer = await this.#store.renew(held.claim, { now: clock(), leaseMs });
    if (answer.kind === "held") held.claim = { ...held.claim, until: answer.claim.until };
    else held.isLost = true;
  }
}
