/**
 * A settlement as a registry keeps it: the evidence as the canonical JSON text whose SHA-256 is its digest, so that
 * anybody can check it years later. To text and back; what comes back is narrowed, never trusted.
 */

import stringify from "fast-json-stable-stringify";
import type { ErrorSettlement, OkSettlement, RunResult, Settlement } from "./settlement.ts";

type Kept<S extends Settlement> = Omit<S, "evidence" | "source"> & {
  /** A `SettlementSource`, or a word of a later lastword that wrote into the same store. */
  readonly source: string;
  /** Canonical JSON. */
  readonly evidence: string;
};

/** An ok as a store keeps it, its evidence as canonical JSON. */
export type KeptOk = Kept<OkSettlement>;
/** An error as a store keeps it, its evidence as canonical JSON. */
export type KeptError = Kept<ErrorSettlement>;
/** How a run was settled, with everything that was known. */
export type KeptSettlement = KeptOk | KeptError;

/** The texts that a store writes: the settlement without its evidence, and the evidence. Both canonical JSON. */
export interface SettlementTexts {
  readonly settlement: string;
  readonly evidence: string;
}

/** A settlement, made ready to be kept. */
export function keep(settlement: Settlement): KeptSettlement {
  return { ...settlement, evidence: stringify(settlement.evidence) };
}

/** A kept settlement as two texts. */
export function textsOf({ evidence, ...rest }: KeptSettlement): SettlementTexts {
  return { settlement: stringify(rest), evidence };
}

/** The settlement that was written as these texts, or undefined if they are none. */
export function settlementFrom({ settlement, evidence }: SettlementTexts): KeptSettlement | undefined {
  const fields = parsedObject(settlement);
  if (fields === undefined) return undefined;
  const { source, rule, explanation, digest } = fields;
  if (typeof source !== "string" || typeof rule !== "number") return undefined;
  if (typeof explanation !== "string" || typeof digest !== "string") return undefined;
  const common = { source, rule, explanation, digest, evidence };
  if (fields["kind"] === "ok") {
    const result = resultFrom(fields["result"]);
    return result === undefined ? undefined : { kind: "ok", ...common, result };
  }
  const { kind, error, reason, salvage } = fields;
  if (kind !== "error" || typeof error !== "string" || typeof reason !== "string") return undefined;
  return { kind, ...common, error, reason, ...(typeof salvage === "string" ? { salvage } : {}) };
}

function resultFrom(value: unknown): RunResult | undefined {
  if (!isObject(value)) return undefined;
  const { bytes, truncated, text, path } = value;
  if (typeof bytes !== "number" || typeof truncated !== "boolean") return undefined;
  return {
    bytes,
    truncated,
    ...(typeof text === "string" ? { text } : {}),
    ...(typeof path === "string" ? { path } : {}),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsedObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
