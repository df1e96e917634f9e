/** The JSON Schema of the settings' file, made from the commands themselves. Pure. */

import type { CommandModel, OptionModel } from "./command-model.ts";

/** Draft 2020-12. */
type Schema = Readonly<Record<string, unknown>>;

/** Options that ask for something once, and are no default of anybody's. */
const NO_SETTINGS: ReadonlySet<string> = new Set(["version", "help"]);

/** The schema: a property for each command that has options, spelled as it is typed (`hook install`). */
export function settingsSchema(models: readonly CommandModel[]): Schema {
  const commands = models.flatMap((model): readonly (readonly [string, Schema])[] => {
    const options = model.options.filter(({ key }) => !NO_SETTINGS.has(key));
    if (model.path.length === 0 || options.length === 0) return [];
    const properties = Object.fromEntries(options.map((option) => [option.key, optionSchema(option)]));
    return [
      [
        model.path.join(" "),
        { type: "object", description: model.summary, properties, additionalProperties: false },
      ],
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

function optionSchema({ summary, takesValue, choices }: OptionModel): Schema {
  if (!takesValue) return { type: "boolean", description: summary };
  if (choices.length > 0) return { enum: choices, description: summary };
  const one = { type: ["string", "number"] };
  return { description: summary, anyOf: [one, { type: "array", items: one }] };
}
