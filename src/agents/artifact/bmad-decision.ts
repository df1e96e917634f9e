/** One decision that a triage leaves to a human: its options, and the one that is recommended. Pure. */

import { asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import type { Findings, Path } from "./contract.ts";

/** The name of a bundle: a part of a branch's and a folder's name. */
export const BUNDLE_NAME = /^[a-z0-9][a-z0-9-]{1,39}$/;

const EFFECTS: ReadonlySet<unknown> = new Set(["build", "close", "keep-open"]);

/** Notes what is wrong with a decision's options. Source: formats.md, "bmad-loop's files". */
export function checkDecision(decision: JsonObject, at: Path, findings: Findings): void {
  const options = findings.array(decision, at, "options");
  if (Array.isArray(decision["options"]) && options.length < 2) {
    findings.add([...at, "options"], options, "two options or more");
  }
  const keys = new Set<string>();
  for (const { entry, at: place } of findings.objects(options, [...at, "options"])) {
    const key = findings.words(entry, place, "key");
    if (key !== undefined && keys.has(key)) {
      findings.add([...place, "key"], key, "a key that no other option has");
    }
    if (key !== undefined) keys.add(key);
    if (!EFFECTS.has(entry["effect"])) {
      findings.add([...place, "effect"], entry["effect"], "build, close or keep-open");
    }
    if (entry["effect"] === "build") findings.words(entry, place, "intent");
    checkBundleName(entry, place, findings);
  }
  const recommendation = asString(decision["recommendation"]);
  if (recommendation === undefined || !keys.has(recommendation)) {
    findings.add([...at, "recommendation"], decision["recommendation"], "the key of one of the options");
  }
}

/** An option may name the bundle that is built of it; that name is a bundle's like any other. */
function checkBundleName(option: JsonObject, at: Path, findings: Findings): void {
  const { bundle_name: name = "" } = option;
  if (name === "" || (typeof name === "string" && BUNDLE_NAME.test(name))) return;
  findings.add([...at, "bundle_name"], name, `a name that matches ${BUNDLE_NAME.source}`);
}
