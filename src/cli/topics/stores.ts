/** The topic `stores`: where runs are kept. */

import { lines, paragraph, terms } from "./topic.ts";
import type { Topic } from "./topic.ts";

export const storesTopic: Topic = {
  name: "stores",
  summary: "where runs are kept, in a file or among machines",
  blocks: () => [
    paragraph("The commands runs, sweep, serve and wait know runs from a store, which --store names:"),
    terms([
      ["sqlite:PATH", "a file, which any number of processes on one machine may share."],
      [
        "postgres://USER@HOST/DATABASE",
        "a database that machines share. It takes the package pg beside this one: npm install pg.",
      ],
    ]),
    paragraph(
      "Without --store it is $LASTWORD_STORE, which keeps a password out of the list of processes; else " +
        "lastword/runs.db in $XDG_STATE_HOME (or ~/.local/state). The tables are made by whoever comes first.",
    ),
    lines(
      "$ lastword runs add --id run-1 --session agent:main:sub:1 \\",
      "    --requester agent:main:main --transcript child.jsonl",
      "$ lastword sweep --once --deliver jsonl:told.jsonl",
      "$ lastword runs show run-1",
    ),
  ],
};
