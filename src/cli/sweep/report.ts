/** What a sweep says while it works: a line for each thing that happened, warnings, and a bar where it takes long. */

import type {
  DeliveryRound,
  HandedOn,
  ImprovedRun,
  Logger,
  Run,
  Settlement,
  Sweep,
  SweptRun,
} from "../../agents/index.ts";
import { escapeText, oneLine } from "../escape.ts";
import type { Io } from "../io.ts";
import { jsonFor } from "../judged.ts";
import { Progress } from "../progress.ts";
import { formatCount } from "../sizes.ts";
import { isoOf } from "../times.ts";

/** Something that happened: its words for people, and its fields for programs. */
interface Happening {
  readonly words: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Tells of sweeps and deliveries, and counts what went wrong. */
export class SweepReport {
  readonly #io: Io;
  readonly #json: boolean;
  readonly #tellsWaits: boolean;
  readonly #progress: Progress;
  readonly #counts = new Map<string, number>();
  #troubles = 0;
  #done = 0;
  #total: number | undefined;

  /** @param tellsWaits whether runs that are waited for are told too: a sweeper that stays would say so for ever */
  constructor(io: Io, { json, tellsWaits }: { readonly json: boolean; readonly tellsWaits: boolean }) {
    this.#io = io;
    this.#json = json;
    this.#tellsWaits = tellsWaits;
    this.#progress = new Progress(io.stderr, "runs swept", io.now);
  }

  /** For warnings; what is told as a line is not told twice. */
  readonly logger: Logger = {
    info: () => undefined,
    warn: (message, details = {}) => this.warn(`${message}${detailsOf(details)}`),
  };

  /** True where something failed: a run, the store, a delivery. */
  get hasTrouble(): boolean {
    return this.#troubles > 0;
  }

  /** Expects so many runs, for the bar. */
  expect(total: number): void {
    this.#total = total;
    this.#done = 0;
  }

  /** The work on one run has ended. */
  tick(): void {
    this.#done += 1;
    this.#progress.show(this.#done, Math.max(this.#total ?? 0, this.#done));
  }

  settled(run: Run, settlement: Settlement): void {
    this.#count(settlement.kind);
    this.#tell(settledHappening(run, settlement));
  }

  improved({ run, settlement, written }: ImprovedRun): void {
    this.#count("improved");
    const { words, fields } = settledHappening(run, settlement);
    this.#tell({ words: `${words}, in the error's place`, fields: { ...fields, event: written.kind } });
  }

  swept({ runs, failures }: Sweep): void {
    this.#troubles += failures.length;
    for (const one of runs) this.#sweptRun(one);
  }

  delivered({ messages, failures }: DeliveryRound): void {
    this.#troubles += failures.length;
    for (const one of messages) this.#handedOn(one);
  }

  warn(what: string): void {
    this.#progress.above(() => {
      this.#io.stderr.writeNow(`lastword: ${escapeText(what)}\n`);
    });
  }

  /** The counts, for the last line. */
  sum(): string {
    const counts = [...this.#counts].map(([what, count]) => `${formatCount(count)} ${what}`);
    return counts.length === 0 ? "nothing to sweep" : counts.join(", ");
  }

  /** Takes the bar away. */
  end(): void {
    this.#progress.clear();
  }

  #sweptRun({ run, decision, written }: SweptRun): void {
    const { runId, generation } = run;
    switch (decision.kind) {
      case "ok":
      case "error":
        if (written?.kind === "lost") this.#count("settled by others");
        return;
      case "wait":
      case "leave":
      case "pause": {
        if (!this.#tellsWaits) return;
        const { kind, rule, explanation } = decision;
        this.#count(WAITS[kind]);
        const until = kind === "wait" ? decision.until : undefined;
        const bound = until === undefined ? "" : ` until ${isoOf(until) ?? String(until)}`;
        this.#tell({
          words: `${oneLine(runId)}: ${WAITS[kind]}${bound}, rule ${rule}: ${oneLine(explanation)}`,
          fields: { event: kind, runId, generation, rule, explanation, until },
        });
        return;
      }
      default:
        decision satisfies never;
    }
  }

  #handedOn({ message, answer, error }: HandedOn): void {
    const { key, runId, attempts } = message;
    const { words, isTrouble } = handedWords(answer);
    if (isTrouble) this.#troubles += 1;
    this.#count(HANDED[answer.kind]);
    const at = answer.kind === "retry" ? answer.at : undefined;
    this.#tell({
      words: `${oneLine(key)}: ${words}`,
      fields: { event: answer.kind, key, runId, attempts, at, error },
    });
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #tell({ words, fields }: Happening): void {
    const { stdout } = this.#io;
    const write = (): void => {
      stdout.writeNow(`${this.#json ? jsonFor(stdout, fields) : words}\n`);
    };
    // The bar stands in the way of a terminal's lines alone.
    if (stdout.isTerminal) this.#progress.above(write);
    else write();
  }
}

const WAITS = { wait: "waits", leave: "left alone", pause: "for a person to look at" } as const;
const HANDED = {
  delivered: "told",
  retry: "to be told again",
  dead: "given up",
  dropped: "not wanted",
  lost: "told by others",
} as const satisfies Record<HandedOn["answer"]["kind"], string>;

function settledHappening({ runId, generation }: Run, settlement: Settlement): Happening {
  const { kind, rule, source, digest } = settlement;
  const common = { event: "settled", runId, generation, outcome: kind, rule, source, digest };
  if (settlement.kind === "ok") {
    const { bytes } = settlement.result;
    return {
      words: `${oneLine(runId)}: ok, rule ${rule}, ${source}, ${formatCount(bytes)} bytes of result`,
      fields: { ...common, resultBytes: bytes },
    };
  }
  const { reason, salvage } = settlement;
  const salvageBytes = Buffer.byteLength(salvage ?? "");
  const saved = salvageBytes === 0 ? "no text" : `${formatCount(salvageBytes)} bytes of salvage`;
  return {
    words: `${oneLine(runId)}: error ${oneLine(reason)}, rule ${rule}, ${source}, ${saved}`,
    fields: { ...common, reason, salvageBytes },
  };
}

function handedWords(answer: HandedOn["answer"]): { readonly words: string; readonly isTrouble: boolean } {
  switch (answer.kind) {
    case "delivered":
      return { words: "told", isTrouble: false };
    case "retry":
      return { words: `not told; again at ${isoOf(answer.at) ?? String(answer.at)}`, isTrouble: true };
    case "dead":
      return { words: "given up", isTrouble: true };
    case "dropped":
      return { words: "not wanted any more", isTrouble: false };
    case "lost":
      return { words: "another has it", isTrouble: false };
    default:
      return answer satisfies never;
  }
}

/** A warning's details, behind it: ` (runId run-1, error no connection)`. */
function detailsOf(details: object): string {
  const pieces = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${detailWords(name, value)}`],
  );
  return pieces.length === 0 ? "" : ` (${pieces.join(", ")})`;
}

function detailWords(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  const time = name.endsWith("At") && typeof value === "number" ? isoOf(value) : undefined;
  return time ?? JSON.stringify(value);
}
