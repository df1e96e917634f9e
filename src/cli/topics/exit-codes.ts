/** The topic `exit-codes`; the numbers are those of ../exit-codes.ts. */

import { EXIT_CLOSED_PIPE, EXIT_NOT_DONE, EXIT_TERMINAL, EXIT_TIMED_OUT, EXIT_USAGE } from "../exit-codes.ts";
import { lines, paragraph, terms } from "./topic.ts";
import type { Topic } from "./topic.ts";

/** What a code says, and of which commands. */
export interface ExitMeaning {
  readonly code: number;
  readonly of: "every command" | "wait";
  readonly says: string;
}

/** Every exit code; docs/command-line.md lists the same. */
export const EXIT_MEANINGS: readonly ExitMeaning[] = [
  {
    code: EXIT_TERMINAL,
    of: "every command",
    says: "all as asked: every transcript terminal, every check passed, a decision made",
  },
  {
    code: EXIT_NOT_DONE,
    of: "every command",
    says: "some not: parked, unfinished, not registered, nothing found",
  },
  {
    code: EXIT_USAGE,
    of: "every command",
    says: "wrong usage, or something could not be read; the rest was judged all the same",
  },
  { code: EXIT_TIMED_OUT, of: "wait", says: "the time was up" },
  { code: EXIT_CLOSED_PIPE, of: "every command", says: "the reader of the output went away (`| head`)" },
];

export const exitCodesTopic: Topic = {
  name: "exit-codes",
  summary: "what each exit code says, for scripts",
  blocks: () => [
    paragraph("The codes stay as they are; each command's --help says what they mean for it."),
    terms(
      EXIT_MEANINGS.map(({ code, of, says }) => [
        String(code),
        of === "every command" ? says : `${of}: ${says}`,
      ]),
    ),
    paragraph("In a script:"),
    lines("$ lastword wait child.jsonl --timeout 10m > answer.txt || echo 'no answer'"),
  ],
};
