/** The texts of the help of `lastword runs` and `lastword sweep` that the options do not give. 80 columns. */

export const RUNS_HELP = `
The store is a file, or a PostgreSQL database that machines share:
  --store sqlite:PATH, or --store postgres://USER@HOST/DATABASE
Without it: $LASTWORD_STORE, which keeps a password out of the list of
processes; else lastword/runs.db in $XDG_STATE_HOME (or ~/.local/state).

Examples:
  $ lastword runs add --id run-1 --session agent:main:sub:1 \\
      --requester agent:main:main --transcript child.jsonl
  $ lastword runs list --status running
  $ lastword runs show run-1
  $ lastword runs list --delivery dead     # what was given up; then
  $ lastword runs retry --dead

Exit codes:
  0    done as asked
  1    something was not: an unknown run, one known already, a message refused
  2    wrong usage, or the store or the input could not be used
`;

export const ADD_HELP = `
Without flags the runs come from standard input, a JSON object a line. Each has
runId, childSessionKey, requesterSessionKey, and as many of these as are known:
generation, status, createdAt, startedAt, transcript, artifact, host,
childSessionId, parentRunId, parentSessionKey, label, task, restoredAt,
killedAt, pauseReason, attempt, attemptsMax, endedAt, outcome, source,
owner {pid, processStartedAt, heartbeatAt}.
Times are Unix milliseconds or ISO 8601.

A run that is known in this generation or a later one is left as it is.

Examples:
  $ lastword runs add --id run-1 --session agent:main:sub:1 \\
      --requester agent:main:main --transcript child.jsonl --started '5m ago'
  $ lastword runs add < runs.jsonl

Exit codes:
  0    all were added
  1    some were known already
  2    some could not be read or kept; the others were added
`;

export const SWEEP_HELP = `
Looks at the runs of a store that nobody holds, settles those that have ended,
and tells their parents. Any number may run at once, in many processes and on
many machines: each run is settled once, and has one key for its message.

--deliver jsonl:PATH appends each message to a file, a JSON object a line.
--deliver https://… posts it: 2xx is taken as told; 408, 425, 429 and 5xx are
tried again; all others are given up. With a secret (16 bytes or more) in
$LASTWORD_SECRET, or the variable that --secret-env names, it is signed.

Without --once it stays, and sweeps again and again. SIGINT and SIGTERM let it
finish what it has in hand and give back the rest; a second one ends it at once.

Examples:
  $ lastword sweep --once --store sqlite:runs.db --deliver jsonl:told.jsonl
  $ lastword sweep --store postgres://me@db/runs --deliver https://host/told
  $ lastword sweep --root ~/.openclaw/agents --grace 5m --json

Exit codes:
  0    all went well; without --once also: it was stopped
  1    with --once: a run, the store or a message failed, or it was stopped
  2    wrong usage, or the store could not be opened
`;
