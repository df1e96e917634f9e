/** Registers the relay in a settings file, or takes it out: first as a plan that can be looked at, then for good. */

import { asObject } from "../../transcripts/index.ts";
import { withRelay, withoutRelay } from "./edit-settings.ts";
import { hookEntries } from "./hook-entries.ts";
import type { EntryContext, EntryFault } from "./hook-entries.ts";
import { programFor } from "./relay-program.ts";
import type { Self } from "./relay-program.ts";
import type { Environment } from "./relay.ts";
import { replaceSettings } from "./replace-settings.ts";
import { readSettings } from "./settings-file.ts";
import type { SettingsFile } from "./settings-file.ts";
import { settingsPlace } from "./settings-places.ts";
import type { SettingsScope } from "./settings-places.ts";

/** What is to be done, and where. */
export interface ChangeRequest {
  readonly action: "install" | "remove";
  readonly scope: SettingsScope;
  /** The project's folder, absolute; it exists. */
  readonly project: string;
  readonly env: Environment;
  readonly self: Self;
}

/** A change, looked at and not made. */
export type SettingsPlan =
  | {
      readonly kind: "plan";
      readonly file: SettingsFile;
      /** The same as the file's where there is nothing to do. */
      readonly text: string;
      /** What stands in the text that the host cannot use, and that is not ours to change. */
      readonly faults: readonly EntryFault[];
    }
  | { readonly kind: "refused"; readonly path: string; readonly detail: string };

/** What becomes of the settings. Changes nothing. */
export function planChange({ action, scope, project, env, self }: ChangeRequest): SettingsPlan {
  const file = readSettings(settingsPlace(scope, project, env));
  const { path, root } = file.place;
  if (file.kind === "refused") return { kind: "refused", path, detail: file.detail };
  if (file.outside === true) {
    return { kind: "refused", path, detail: `a link leads to ${file.target}, outside of ${root}` };
  }
  const context = { project, self: self.script };
  const edited =
    action === "install"
      ? withRelay(file.text, programFor(scope, project, self), context)
      : withoutRelay(file.text, context);
  if (edited.kind === "refused") return { kind: "refused", path, detail: edited.detail };
  return { kind: "plan", file, text: edited.text, faults: faultsIn(edited.text, context) };
}

function faultsIn(text: string, context: EntryContext): readonly EntryFault[] {
  return text.trim() === "" ? [] : hookEntries(asObject(JSON.parse(text)) ?? {}, context).faults;
}

/**
 * Makes a planned change.
 *
 * @param now Unix ms; names the copy of what was there
 * @returns the copy's path; undefined where there was no file before
 * @throws {Error} where the file was changed meanwhile, or cannot be written; then the old one lies there still
 */
export function makeChange(
  plan: Extract<SettingsPlan, { readonly kind: "plan" }>,
  now: number,
): string | undefined {
  return replaceSettings(plan.file, plan.text, now);
}
