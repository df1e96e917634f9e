/**
 * bmad-loop's contract for the migration of a ledger, as a validator. Pure. The result alone proves half of it: the
 * other half is the rewritten ledger, which must hold every target and nothing of the old form.
 */

import { asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { Findings } from "./contract.ts";
import { readLedger } from "./bmad-ledger.ts";
import type { Ledger } from "./bmad-ledger.ts";
import type { Validator } from "./validator.ts";

/** What the contract is held against. */
export interface MigrationFacts {
  /** The items of the old form, each with whether it was done. */
  readonly manifest?: readonly { readonly key: string; readonly done: boolean }[];
  /** The ids that the ledger had in the new form before, with their status. */
  readonly preCanonical?: Readonly<Record<string, string>>;
  /** The ledger's text after the migration. */
  readonly ledgerAfter?: string;
}

/** The contract as a validator. Without the manifest or the ledger (cache mode) the mapping's own form is checked. */
export function bmadMigrationValidator(facts: MigrationFacts = {}): Validator {
  const missing = [
    ...(facts.manifest === undefined ? ["the manifest"] : []),
    ...(facts.ledgerAfter === undefined ? ["the rewritten ledger"] : []),
  ];
  return {
    name: "bmad-migration",
    ...(missing.length === 0 ? {} : { unchecked: `cache mode: not compared with ${missing.join(" and ")}` }),
    errorsIn: (value) => migrationErrors(value, facts),
  };
}

function migrationErrors(value: unknown, facts: MigrationFacts): Findings["errors"] {
  const findings = new Findings();
  const [result] = findings.objects([value], []);
  if (result === undefined) return [{ pointer: "", found: "no object", wanted: "an object" }];
  findings.exactly(result.entry, "workflow", "deferred-sweep-migrate");
  const ledger = facts.ledgerAfter === undefined ? undefined : readLedger(facts.ledgerAfter);
  const mapped = checkMapping(result.entry, facts, ledger, findings);
  for (const { key } of facts.manifest ?? []) {
    if (!mapped.has(key)) findings.add(["mapping"], `no entry for ${key}`, `${key} mapped exactly once`);
  }
  if (ledger !== undefined) checkLedger(ledger, facts.preCanonical ?? {}, findings);
  return findings.errors;
}

function checkMapping(
  result: JsonObject,
  { manifest, preCanonical = {} }: MigrationFacts,
  ledger: Ledger | undefined,
  findings: Findings,
): ReadonlySet<string> {
  const items = manifest === undefined ? undefined : new Map(manifest.map(({ key, done }) => [key, done]));
  const last = lastOf(preCanonical);
  const seen = new Set<string>();
  for (const { entry, at } of findings.objects(findings.array(result, [], "mapping"), ["mapping"])) {
    const key = findings.words(entry, at, "key");
    if (key !== undefined && seen.has(key)) findings.add([...at, "key"], key, "a key that is mapped once");
    if (key !== undefined) seen.add(key);
    if (key !== undefined && items?.has(key) === false) {
      findings.add([...at, "key"], key, "a key of the manifest");
    }
    const place = [...at, "dw_id"];
    const id = asString(entry["dw_id"]);
    if (id === undefined || !/^DW-\d+$/.test(id)) {
      findings.add(place, entry["dw_id"], "an id such as DW-12");
      continue;
    }
    if (numberOf(id) <= last) findings.add(place, id, `a number behind DW-${last}, the last one before`);
    if (ledger === undefined) continue;
    const target = ledger.entries.get(id);
    if (target === undefined) findings.add(place, id, "an entry of the rewritten ledger");
    const done = key === undefined ? undefined : items?.get(key);
    if (target !== undefined && done !== undefined && isDone(target) !== done) {
      findings.add(place, `${id} with status ${target}`, done ? "a done entry" : "an open entry");
    }
  }
  return seen;
}

function checkLedger(ledger: Ledger, before: Readonly<Record<string, string>>, findings: Findings): void {
  for (const item of ledger.legacy) findings.add([], item, "no item of the old form left in the ledger");
  for (const id of ledger.repeated) findings.add([], `${id} twice in the ledger`, `${id} once`);
  for (const [id, status] of Object.entries(before)) {
    const now = ledger.entries.get(id);
    if (now === undefined) findings.add([], `no ${id} in the ledger`, `${id} kept from before`);
    else if (wordOf(now) !== wordOf(status)) {
      findings.add([], `${id} with status ${now}`, `${id} with ${status}`);
    }
  }
  const last = lastOf(before);
  for (const [id, status] of ledger.entries) {
    if (Object.hasOwn(before, id)) continue;
    if (numberOf(id) <= last) {
      findings.add([], `a new ${id}`, `a number behind DW-${last}, the last one before`);
    }
    if (!/^(?:open|done)$/i.test(wordOf(status))) {
      findings.add([], `${id} with status ${status}`, `${id} open or done`);
    }
  }
}

/** The first word of a status: a date or a reason may follow it. */
function wordOf(status: string): string {
  return status.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "";
}

function isDone(status: string): boolean {
  return wordOf(status) === "done";
}

/** The highest number that the ledger had before. */
function lastOf(before: Readonly<Record<string, string>>): number {
  return Math.max(0, ...Object.keys(before).map(numberOf));
}

function numberOf(id: string): number {
  return Number(/^DW-(\d{1,9})$/.exec(id)?.[1] ?? 0);
}
