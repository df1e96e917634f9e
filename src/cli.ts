#!/usr/bin/env node
/** The command line's entry: hands the process to main, or an event of a hook to the relay, and its exit code back. */

import process from "node:process";

const args = process.argv.slice(2);
const [command, subcommand, event = ""] = args;

if (command === "hook" && subcommand === "relay" && !event.startsWith("-")) {
  const { hookRelay } = await import("./cli/hook-relay.ts");
  await hookRelay(event, process);
  // Whatever still holds the process, such as a standard input that never ends: the host waits for it.
  process.exit(0);
}

const { processIo } = await import("./cli/io.ts");
const io = processIo();
if (args.length === 1 && (command === "--version" || command === "-V")) {
  // Asked by scripts and hooks at each start, and known without a command: what parses one takes as long as Node itself.
  const [{ packageVersion }, { finish }] = await Promise.all([
    import("./agents/hooks/package-version.ts"),
    import("./cli/finish.ts"),
  ]);
  await io.stdout.write(`${packageVersion()}\n`);
  process.exitCode = await finish(io, 0);
} else {
  const [{ main }, { dropSqliteWarning }] = await Promise.all([
    import("./cli/main.ts"),
    import("./cli/sqlite-warning.ts"),
  ]);
  dropSqliteWarning();
  process.exitCode = await main(args, io);
}
