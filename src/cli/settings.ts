/**
 * The user's own defaults for options: a JSON file, `{ "check": { "sort": "newest" } }`. A command line says the last
 * word. Whatever the file says goes through the parser that the command line has for it.
 */

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError } from "commander";
import type { Command, Option } from "commander";
import { findJsonFault } from "../agents/artifact/json-fault.ts";
import { asObject } from "../transcripts/json.ts";
import type { JsonObject } from "../transcripts/json.ts";
import type { Io } from "./io.ts";
import { xdgFolder } from "./xdg.ts";

/** More is no list of defaults, bytes. */
const SETTINGS_BYTES_MAX = 64 * 1024;
/** A key for editors: where the file's own schema is. */
const SCHEMA_KEY = "$schema";

/** Commands that say how to mend the file, or take no defaults. */
const WITHOUT_SETTINGS: ReadonlySet<string> = new Set(["help", "config", "completion"]);

/** What is wrong with the file, and what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Where the file lies: `LASTWORD_CONFIG` (empty: nowhere), else `lastword/config.json` in the XDG configuration
 * folder.
 */
export function settingsPath(env: Io["env"]): string | undefined {
  const named = env["LASTWORD_CONFIG"];
  if (named !== undefined) return named === "" ? undefined : named;
  return join(xdgFolder("XDG_CONFIG_HOME", env), "config.json");
}

/** The file's object; undefined where there is no file, and none was named. */
function readSettings(path: string, named: boolean): JsonObject | undefined {
  const text = textOf(path, named);
  if (text === undefined) return undefined;
  try {
    const settings = asObject(JSON.parse(text));
    if (settings !== undefined) return settings;
  } catch {
    const { line, column } = findJsonFault(text);
    throw new SettingsError(
      `no JSON at line ${line}, column ${column}; mend it, or set LASTWORD_CONFIG= to go on without`,
    );
  }
  throw new SettingsError('not a JSON object; write { "check": { "sort": "newest" } }, say');
}

function textOf(path: string, named: boolean): string | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new SettingsError("not a regular file; name another in LASTWORD_CONFIG");
    if (stat.size > SETTINGS_BYTES_MAX) {
      throw new SettingsError(`more than ${SETTINGS_BYTES_MAX} bytes; is this the right file?`);
    }
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // A home that is another user's is none of ours.
    if (!named && (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES")) return undefined;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new SettingsError(`${why}; name another in LASTWORD_CONFIG`);
  }
}

/**
 * Makes the settings the defaults of the program's options, where there are settings.
 *
 * A file that cannot be read, and a command, an option or a value that there is not, are a {@link SettingsError} of the
 * command that was typed, once it is to act.
 */
export function useSettings(program: Command, env: Io["env"]): void {
  const path = settingsPath(env);
  if (path === undefined) return;
  try {
    const settings = readSettings(path, env["LASTWORD_CONFIG"] !== undefined);
    if (settings !== undefined) applySettings(program, settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const told = new SettingsError(`${path}: ${error.message}`);
    // Only when a command is to act: the help that the message points to is printed whatever the file holds.
    program.hook("preAction", (_program, command) => {
      if (!WITHOUT_SETTINGS.has(command.name())) throw told;
    });
  }
}

function applySettings(program: Command, settings: JsonObject): void {
  for (const [name, values] of Object.entries(settings)) {
    if (name === SCHEMA_KEY) continue;
    const command = commandAt(program, name.split(" "));
    const options = asObject(values);
    if (command === undefined) {
      throw new SettingsError(`"${name}": no such command; lastword --help lists them`);
    }
    if (options === undefined) throw new SettingsError(`"${name}": not an object of options`);
    for (const [key, value] of Object.entries(options)) applyOption(command, name, key, value);
  }
}

function commandAt(program: Command, path: readonly string[]): Command | undefined {
  return path.reduce<Command | undefined>(
    (command, name) => command?.commands.find((one) => one.name() === name),
    program,
  );
}

function applyOption(command: Command, name: string, key: string, value: unknown): void {
  const option = command.options.find(({ long }) => long === `--${key}`);
  if (option === undefined) {
    throw new SettingsError(`"${name}": "${key}" is no option of it; lastword ${name} --help lists them`);
  }
  try {
    command.setOptionValueWithSource(option.attributeName(), valueFor(option, value), "config");
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new SettingsError(`"${name}": "${key}": ${error.message}`);
  }
}

function valueFor(option: Option, value: unknown): unknown {
  if (!option.required && !option.optional) {
    if (typeof value === "boolean") return option.negate ? !value : value;
    throw new InvalidArgumentError("Give true or false.");
  }
  const texts = (Array.isArray(value) ? value : [value]).map((one: unknown) => {
    if (typeof one === "string" || typeof one === "number") return String(one);
    throw new InvalidArgumentError("Give a text or a number, as on the command line.");
  });
  if (option.variadic) return texts;
  const text = texts.join(",");
  return option.parseArg === undefined ? text : option.parseArg<unknown>(text, undefined);
}
