/** What a parent misses while a message has not arrived: whether there is text in it, and how much. Pure. */

import type { KeptSettlement } from "./kept-settlement.ts";

/** The text that a message carries. */
export interface TextAtStake {
  readonly kind: "result" | "salvage" | "none";
  /** Its full length, bytes of UTF-8. */
  readonly bytes: number;
}

/** The text that reaches nobody if this settlement does not. */
export function textAtStake(settlement: KeptSettlement): TextAtStake {
  const { kind, bytes } =
    settlement.kind === "ok"
      ? ({ kind: "result", bytes: settlement.result.bytes } as const)
      : ({ kind: "salvage", bytes: Buffer.byteLength(settlement.salvage ?? "") } as const);
  return bytes === 0 ? { kind: "none", bytes } : { kind, bytes };
}

/** The same in a sentence. */
export function sayAtStake({ kind, bytes }: TextAtStake): string {
  if (kind === "none") return "no text was lost";
  const words = kind === "result" ? "the result" : "salvage";
  return `text was lost to the parent: ${bytes} bytes of ${words}, kept in the store`;
}
