/** The topic `config`: the settings' file, and what may stand in it, as its schema has it. */

import type { CommandModel } from "../command-model.ts";
import { settingKeys } from "../settings-schema.ts";
import { lines, paragraph, terms } from "./topic.ts";
import type { Topic } from "./topic.ts";

export const configTopic: Topic = {
  name: "config",
  summary: "your own defaults for options",
  blocks: (models: readonly CommandModel[]) => [
    paragraph(
      "Defaults for options, by command, in config.json in $XDG_CONFIG_HOME/lastword (or ~/.config/lastword). " +
        "LASTWORD_CONFIG names another file; where it is empty, none is read. What is typed wins.",
    ),
    lines('{ "check": { "sort": "newest", "jobs": 2 }, "wait": { "timeout": "10m" } }'),
    paragraph("The commands, and what each takes:"),
    terms(settingKeys(models).map(([command, keys]) => [command, keys.join(", ")])),
    paragraph("For an editor that knows JSON Schema, and to see where the file lies:"),
    lines("$ lastword config schema > settings.schema.json", "$ lastword config path"),
  ],
};
