/** What OpenClaw reads before it loads the plugin says what the plugin itself says. */

import { existsSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { HIDING_FAILURES } from "../../../../src/agents/openclaw/failures.ts";
import * as plugin from "../../../../src/agents/openclaw/plugin.ts";
import { NUMBERS, settingsFrom } from "../../../../src/agents/openclaw/plugin/settings.ts";

const root = new URL("../../../../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");

interface Property {
  readonly default: unknown;
  readonly minimum?: number;
  readonly items?: { readonly enum: readonly string[] };
}
interface Manifest {
  readonly version: string;
  readonly configSchema: { readonly properties: Readonly<Record<string, Property>> };
}
interface Packaged {
  readonly version: string;
  readonly files: readonly string[];
  readonly openclaw: { readonly extensions: readonly string[] };
}

const manifest: Manifest = JSON.parse(read("openclaw.plugin.json"));
const packaged: Packaged = JSON.parse(read("package.json"));
const { properties } = manifest.configSchema;

test("the manifest names the plugin as the plugin names itself, in the package's version", () => {
  expect(manifest).toMatchObject({ id: plugin.id, name: plugin.name, description: plugin.description });
  expect(manifest.version).toBe(packaged.version);
  expect(packaged.files).toContain("openclaw.plugin.json");
});

test("the package's entry is a file that is built, and has what OpenClaw looks for", () => {
  const [entry = ""] = packaged.openclaw.extensions;
  const source = entry.replace("./dist/", "src/").replace(/\.js$/, ".ts");
  expect(existsSync(new URL(source, root))).toBe(true);
  expect(plugin.register).toBeTypeOf("function");
});

test("the schema's settings, limits and defaults are the plugin's", () => {
  const { settings, problems } = settingsFrom({});
  expect(problems).toEqual([]);
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(settings).toSorted());
  for (const [name, value] of Object.entries(settings)) expect(properties[name]?.default).toEqual(value);
  for (const [name, { least, most }] of Object.entries(NUMBERS)) {
    expect(properties[name]).toMatchObject({ minimum: least, maximum: most });
  }
  expect(properties["failures"]?.items?.enum).toEqual([...HIDING_FAILURES]);
});

test("what the schema refuses the plugin replaces by its default, and names", () => {
  const isValid = new Ajv().compile(manifest.configSchema);
  for (const given of [
    { graceMs: -1 },
    { graceMs: "3" },
    { answerBytesMax: 255 },
    { ageHoursMax: 169 },
    { failures: ["all"] },
    { failures: "lost-context" },
  ]) {
    expect(isValid(given)).toBe(false);
    const { settings, problems } = settingsFrom(given);
    expect(settings).toEqual(settingsFrom({}).settings);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(Object.keys(given)[0]);
  }
  const chosen = {
    failures: ["no-final-reply"],
    graceMs: 0,
    answerBytesMax: 256,
    ageHoursMax: 0,
    dryRun: true,
  };
  expect(isValid(chosen)).toBe(true);
  expect(settingsFrom(chosen)).toEqual({ settings: chosen, problems: [] });
});
