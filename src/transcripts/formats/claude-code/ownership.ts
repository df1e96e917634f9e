/**
 * Whose rows a file holds. Sidechain rows are the run's own in a subagent's file, another run's in a parent's
 * (formats.md, "Claude Code"): the first conversation row tells which file it is. Pure but for that.
 */

import { asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { isConversation } from "./row.ts";

/** The run that a file belongs to. */
export class Ownership {
  /** Whether the file is a subagent's; unknown before a conversation row. */
  #subagent: boolean | undefined;
  /** The subagent that the first conversation row names. */
  #agent: string | undefined;
  /** True while every conversation row of a subagent's names it. */
  #named = true;
  readonly #partial: boolean;

  /** @param head the file's first records, where the reading begins behind them; else none */
  constructor(head: readonly JsonObject[]) {
    this.#partial = head.length > 0;
    for (const row of head) this.isForeign(row);
  }

  /**
   * True where a reading from the tail cannot tell: a subagent's rows name it. Some that do not, or that name several,
   * may stand in a parent's file. One that begins and ends with the same subagent's is not known to any writer.
   */
  get unsettled(): boolean {
    return this.#partial && this.#subagent === true && !this.#named;
  }

  /** True where the row shows that those before it, which passed for a subagent's own, stand in a parent's file. */
  disowns(row: JsonObject): boolean {
    return (
      this.#subagent === true && isConversation(row) && row["isSidechain"] !== true && !this.#isNamedIn(row)
    );
  }

  /** True where the row belongs to another run. */
  isForeign(row: JsonObject): boolean {
    const side = row["isSidechain"] === true;
    if (isConversation(row)) this.#meet(row, side);
    return side && this.#subagent === false;
  }

  /** The subagent that wrote the row, if the file is one's. */
  agentOf(row: JsonObject): string | undefined {
    return this.#subagent === true ? asString(row["agentId"]) : undefined;
  }

  #meet(row: JsonObject, side: boolean): void {
    if (this.#subagent === undefined) {
      this.#subagent = side;
      this.#agent = asString(row["agentId"]);
    }
    const named = this.#isNamedIn(row);
    this.#named &&= named;
    // A parent's file may begin with a sidechain; a subagent's holds nothing but its own.
    if (!side && !named) this.#subagent = false;
  }

  #isNamedIn(row: JsonObject): boolean {
    return this.#agent !== undefined && row["agentId"] === this.#agent;
  }
}
