/** The texts of the help that the options do not give: what to type first, examples, exit codes. 80 columns. */

export const EXIT_CODES = `
Exit codes:
  0    every transcript is terminal: it ends with an answer
  1    some are not (parked, unfinished, indeterminate)
  2    wrong usage, or something could not be read; the rest was judged
  141  the reader of the output went away (| head)
`;

export const PROGRAM_EXAMPLES = `
Examples:
  $ lastword                 # what became of the agents' runs on this machine
  $ lastword check child.jsonl
  $ lastword check ~/.openclaw/agents --since '2h ago'
  $ lastword explain child.jsonl
  $ lastword sweep --once    # settle the lost runs of a store
`;

export const CHECK_EXAMPLES = `
Examples:
  $ lastword check child.jsonl                   # one transcript
  $ lastword check ~/.codex/sessions             # all transcripts of a folder
  $ lastword check 'runs/**/*.jsonl' --json      # a glob; a JSON object a line
  $ ssh host cat child.jsonl | lastword check -  # standard input
  $ lastword check child.jsonl --since 2026-11-01T10:00:00Z --session-id 5e55…
  $ lastword check --openclaw --fix-hint         # OpenClaw's lost runs
  $ lastword check ~/.pi --json | jq -r 'select(.kind == "unfinished") | .path'
`;

export const EXPLAIN_EXAMPLES = `
Examples:
  $ lastword explain child.jsonl
  $ lastword explain child.jsonl --last 40 | less
  $ lastword explain child.jsonl --json | jq .records
`;

export const JUDGE_HELP = `
One JSON object comes out: route (complete, retry, pause, escalate, wait),
charge, source, blame, result or salvage, run, explanation, next, evidence.
Without flags one goes in on standard input, with the same fields and more;
docs/stopped-sessions.md lists them.

Examples:
  $ echo '{"status":"timeout","transcript":{"path":"c.jsonl"}}' | lastword judge
  $ lastword judge --status timeout --artifact result.json --schema bmad-triage
  $ lastword judge --status crashed --transcript child.jsonl --events-dir events

Exit codes:
  0    a decision was made, whichever it is
  2    bad input: unknown fields, wrong types, a schema that cannot be used
`;

export const DOCTOR_HELP = `
Each line says ok, or FAIL and what to do. With --json, "relay" is what
lastword judge takes as its field of that name.

Examples:
  $ lastword doctor --project DIR
  $ lastword doctor --events-dir run/events --store sqlite:runs.db

Exit codes:
  0    nothing fails
  1    something does
  2    wrong usage
`;

export const HOOK_EXAMPLES = `
Examples:
  $ lastword hook install claude-code --dry-run     # what would change
  $ lastword hook install claude-code --project DIR
  $ lastword hook install claude-code --scope user  # for every project
  $ lastword hook status claude-code
  $ lastword hook remove claude-code

Exit codes:
  0    done, or so already
  1    status: it is not registered for every event
  2    wrong usage, or settings that were refused and left alone
`;
