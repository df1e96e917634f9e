/** The JSON Schema of the settings' file, made from the commands themselves. Pure. */

import type { CommandModel, OptionModel } from "./command-model.ts";

/** Draft 2020-12. */
type Schema = Readonly<Record<string, unknown>>;

/** Options that ask for something once, and are no default of anybody's. */
const NO_SETTINGS: ReadonlySet<string> = new Set(["version", "help"]);

/** The schema: a property for each command that has options, spelled as it is typed (`hook install`). */
export function settingsSchema(models: readonly CommandModel[]): Schema {
  const commands = configurable(models).map(({ path, summary, options }): readonly [string, Schema] => {
    const properties = Object.fromEntries(options.map((option) => [option.key, optionSchema(option)]));
    return [
      path.join(" "),
      { type: "object", description: summary, properties, additionalProperties: false },
    ];
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "lastword's settings",
    description: "Defaults for the options of each command. What is typed on the command line wins.",
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(commands) },
    additionalProperties: false,
  };
}

/** Each command that has settings, as it is typed, with the names of its settings. */
export function settingKeys(
  models: readonly CommandModel[],
): readonly (readonly [command: string, keys: readonly string[]])[] {
  return configurable(models).map(({ path, options }) => [path.join(" "), options.map(({ key }) => key)]);
}

/** The commands that have options of which there can be a default, with those options alone. */
function configurable(models: readonly CommandModel[]): readonly CommandModel[] {
  return models
    .map((model) => ({ ...model, options: model.options.filter(({ key }) => !NO_SETTINGS.has(key)) }))
    .filter(({ path, options }) => path.length > 0 && options.length > 0);
}

function optionSchema({ summary, takesValue, choices }: OptionModel): Schema {
  if (!takesValue) return { type: "boolean", description: summary };
  if (choices.length > 0) return { enum: choices, description: summary };
  const one = { type: ["string", "number"] };
  return { description: summary, anyOf: [one, { type: "array", items: one }] };
}
