/**
 * bmad-loop's contract for a triage of deferred work, as a validator. Pure. Source: formats.md, "bmad-loop's files":
 * every open id is claimed exactly once, by one of five lists, each with its reason in words.
 */

import { asArray, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { BUNDLE_NAME, checkDecision } from "./bmad-decision.ts";
import { Findings } from "./contract.ts";
import type { Path } from "./contract.ts";
import type { Validator } from "./validator.ts";

/** What the contract is held against. */
export interface TriageFacts {
  /** The ids that the ledger has open. Without them (cache mode) `open_ids` is taken at its word. */
  readonly openIds?: readonly string[];
}

/** The contract as a validator. */
export function bmadTriageValidator({ openIds }: TriageFacts = {}): Validator {
  const cache = "cache mode: open_ids was not compared with the ledger";
  return {
    name: "bmad-triage",
    ...(openIds === undefined ? { unchecked: cache } : {}),
    errorsIn: (value) => triageErrors(value, openIds),
  };
}

function triageErrors(value: unknown, openIds: readonly string[] | undefined): Findings["errors"] {
  const findings = new Findings();
  const [plan] = findings.objects([value], []);
  if (plan === undefined) return [{ pointer: "", found: "no object", wanted: "an object" }];
  const { entry } = plan;
  findings.exactly(entry, "workflow", "deferred-sweep-triage");
  const claims = new Claims(findings);
  for (const [list, words] of LISTS) {
    for (const { entry: item, at } of findings.objects(findings.array(entry, [], list, true), [list])) {
      const id = findings.words(item, at, "id");
      if (id !== undefined) claims.claim(id, [...at, "id"]);
      if (words !== undefined) findings.words(item, at, words);
      if (list === "decisions") checkDecision(item, at, findings);
    }
  }
  checkBundles(entry, findings, claims);
  claims.compare(checkOpenIds(entry, openIds, findings));
  return findings.errors;
}

/** The lists whose items are single ids, each with the field that must say why. One that claims nothing may be left away. */
const LISTS: readonly (readonly [string, string | undefined])[] = [
  ["already_resolved", "evidence"],
  ["blocked", "blocker"],
  ["skip", "reason"],
  ["decisions", "question"],
];

function checkBundles(plan: JsonObject, findings: Findings, claims: Claims): void {
  const names = new Set<string>();
  for (const { entry, at } of findings.objects(findings.array(plan, [], "bundles", true), ["bundles"])) {
    findings.words(entry, at, "intent");
    const name = asString(entry["name"]);
    if (name === undefined || !BUNDLE_NAME.test(name)) {
      findings.add([...at, "name"], entry["name"], `a name that matches ${BUNDLE_NAME.source}`);
    } else if (names.has(name)) findings.add([...at, "name"], name, "a name that no other bundle has");
    else names.add(name);
    const ids = findings.array(entry, at, "dw_ids");
    if (Array.isArray(entry["dw_ids"]) && ids.length === 0) {
      findings.add([...at, "dw_ids"], ids, "one id or more");
    }
    for (const [index, id] of ids.entries()) {
      if (typeof id === "string") claims.claim(id, [...at, "dw_ids", index]);
      else findings.add([...at, "dw_ids", index], id, "an id");
    }
  }
}

/** The ids that must be claimed: the ledger's, or in cache mode the plan's own. */
function checkOpenIds(
  plan: JsonObject,
  openIds: readonly string[] | undefined,
  findings: Findings,
): ReadonlySet<string> {
  findings.array(plan, [], "open_ids");
  const listed = asArray(plan["open_ids"]).filter((id) => typeof id === "string");
  if (openIds === undefined) return new Set(listed);
  const open = new Set(openIds);
  for (const [index, id] of asArray(plan["open_ids"]).entries()) {
    if (typeof id !== "string" || !open.has(id)) {
      findings.add(["open_ids", index], id, "an id that the ledger has open");
    }
  }
  const missing = openIds.filter((id) => !listed.includes(id));
  if (missing.length > 0) {
    findings.add(["open_ids"], listed, `also ${missing.join(", ")}, open in the ledger`);
  }
  return open;
}

/** Which id was claimed where. */
class Claims {
  readonly #findings: Findings;
  readonly #claimed = new Map<string, Path>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  claim(id: string, at: Path): void {
    const earlier = this.#claimed.get(id);
    if (earlier === undefined) this.#claimed.set(id, at);
    else this.#findings.add(at, id, `an id that is claimed once; /${earlier.join("/")} claims it too`);
  }

  compare(wanted: ReadonlySet<string>): void {
    for (const [id, at] of this.#claimed) if (!wanted.has(id)) this.#findings.add(at, id, "an open id");
    for (const id of wanted) {
      if (!this.#claimed.has(id)) this.#findings.add([], `no claim of ${id}`, `${id} claimed exactly once`);
    }
  }
}
