/** What became of each child in truth. The code under test never sees it; an `ok` that it does not bear out is false. */

import type { Run } from "../../src/agents/index.ts";
import { activeBelow } from "../../src/agents/stores/memory/host-side.ts";
import type { MessageRow, Tables } from "../../src/agents/stores/memory/tables.ts";
import type { Life } from "./scheduler.ts";

/** One child, started once. */
export interface ChildTruth {
  /** Its last word, once it has said it. It writes nothing behind it, for this run. */
  answer: string | undefined;
  /** What it said to its parent while helpers of its own were at work: its last word until they wake it. */
  readonly interim: Set<string>;
  /** What it said last, before somebody sends it back to work; its last word if it dies until then. */
  standing: { readonly text: string; readonly life: Life } | undefined;
  /** The session store has it that the run went well. */
  sessionDone: boolean;
  /** When somebody spoke to it last, by its machine's clock, Unix ms. */
  inputAt: number;
  /** The disk has lost a part of what it wrote, or somebody went on in its file. */
  spoiled: boolean;
}

/** All children of a simulation. */
export class Truth {
  readonly #children = new Map<string, ChildTruth>();

  of({ runId, generation }: Pick<Run, "runId" | "generation">): ChildTruth {
    const key = `${runId}/${generation}`;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const fresh: ChildTruth = {
      answer: undefined,
      interim: new Set(),
      standing: undefined,
      sessionDone: false,
      inputAt: 0,
      spoiled: false,
    };
    this.#children.set(key, fresh);
    return fresh;
  }

  /** Why a settlement that was just written says what is not so; undefined where it is borne out. */
  denies({ runId, generation, settlement }: MessageRow, tables: Tables): string | undefined {
    if (settlement.kind !== "ok") return undefined;
    const { answer, interim, standing, sessionDone } = this.of({ runId, generation });
    const { text } = settlement.result;
    if (settlement.source === "sweeper-session-completion") {
      if (!sessionDone) return "the session store never said that it was done";
      return text === undefined || text === answer ? undefined : `it never answered ${text}`;
    }
    if (text !== undefined && text === answer) return undefined;
    if (standing !== undefined && standing.text === text && !standing.life.alive) return undefined;
    if (text === undefined || !interim.has(text)) return `it never ended with ${String(text)}`;
    const active = activeBelow(tables, runId);
    return active.length === 0 ? undefined : `its helpers are at work: ${active.join()}`;
  }
}
