/** `lastword runs show`: all that a store knows of one run, and how it was decided. */

import { createHash } from "node:crypto";
import type { Delivery, KeptSettlement, Run } from "../../agents/index.ts";
import { paletteFor } from "../colour.ts";
import { escapeText } from "../escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonFor } from "../judged.ts";
import { withStore } from "../with-store.ts";
import type { StoreFlags } from "../with-store.ts";
import { parseRecord } from "../../transcripts/json.ts";
import { textOfShown } from "./show-text.ts";

export interface ShowFlags extends StoreFlags {
  readonly json?: boolean;
}

/** A run with everything around it. */
export interface ShownRun {
  readonly run: Run;
  /** Undefined where no sweeper has settled it. */
  readonly settlement: KeptSettlement | undefined;
  /** Whether the evidence is what it was when it was decided. */
  readonly digestFits: boolean;
  readonly deliveries: readonly Delivery[];
}

/**
 * Shows one run.
 *
 * @returns the exit code: 1 where there is no such run
 */
export async function showRun(runId: string, flags: ShowFlags, io: Io): Promise<number> {
  return withStore({ flags, io, needsFile: true }, async ({ store }) => {
    const run = await store.get(runId);
    if (run === undefined) {
      await io.stderr.write(
        `lastword: ${escapeText(runId)}: no such run; lastword runs list shows which there are\n`,
      );
      return EXIT_NOT_DONE;
    }
    const settlement = await store.settlementOf(runId);
    const deliveries = await store.deliveriesOf(runId);
    const shown = { run, settlement, digestFits: fits(settlement), deliveries };
    const { stdout, env } = io;
    const options = { columns: stdout.columns, palette: paletteFor(stdout, env) };
    await stdout.write(
      flags.json === true ? `${jsonFor(stdout, fieldsOf(shown))}\n` : await textOfShown(shown, options),
    );
    return EXIT_DONE;
  });
}

function fits(settlement: KeptSettlement | undefined): boolean {
  if (settlement === undefined) return true;
  return createHash("sha256").update(settlement.evidence).digest("hex") === settlement.digest;
}

/** The fields, as `--json` gives them: evidence as JSON, not as text in it. */
function fieldsOf({ run, settlement, digestFits, deliveries }: ShownRun): Readonly<Record<string, unknown>> {
  return {
    run,
    ...(settlement === undefined ? {} : { settlement: withEvidence(settlement), digestFits }),
    deliveries: deliveries.map(({ settlement: carried, ...delivery }) => ({
      ...delivery,
      outcome: carried.kind,
      digest: carried.digest,
    })),
  };
}

function withEvidence(settlement: KeptSettlement): Readonly<Record<string, unknown>> {
  return { ...settlement, evidence: parseRecord(settlement.evidence) ?? settlement.evidence };
}
