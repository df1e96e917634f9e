/**
 * A program: a real PostgreSQL server of its own, for as long as standard input stays open. Whoever started it may
 * die in any way: the input closes, the server is stopped and its files are removed. It listens on 127.0.0.1 alone.
 *
 * Speaks in lines. In: `start`, `stop` (at once, as if it had crashed). Out: `ready URL`, `stopped`, `failed WHY`.
 */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { isReachable, serverPrograms, serverUser } from "./binaries.ts";

const READY_TIMEOUT_MS = 60_000;

const user = serverUser();
const folder = mkdtempSync(
  join(user.uid === undefined || isReachable(tmpdir()) ? tmpdir() : "/tmp", "lastword-postgres-"),
);
const data = join(folder, "data");
const password = randomBytes(16).toString("hex");
let server: ChildProcess | undefined;
let port = 0;

try {
  await serve();
} catch (error) {
  stdout.write(`failed ${error instanceof Error ? error.message.replaceAll("\n", " ") : String(error)}\n`);
} finally {
  await stop("SIGINT");
  rmSync(folder, { recursive: true, force: true });
}

async function serve(): Promise<void> {
  // Ctrl-C reaches the whole group; what ends this program is its input alone, which ends then too.
  process.on("SIGINT", () => undefined);
  const lines = createInterface({ input: stdin });
  const programs = initialise();
  port = await freePort();
  await start(programs);
  for await (const line of lines) {
    if (line === "stop") {
      await stop("SIGQUIT");
      stdout.write("stopped\n");
    } else if (line === "start") await start(programs);
  }
}

function initialise(): string {
  // The user must be able to walk through this folder, and own the one inside.
  chmodSync(folder, 0o711);
  mkdirSync(data, { mode: 0o700 });
  const secret = join(folder, "password");
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [data, secret]) chownSync(path, user.uid, user.gid);
  }
  const programs = serverPrograms(user, folder);
  execFileSync(
    join(programs, "bin", "initdb"),
    [
      "--pgdata",
      data,
      "--username",
      "lastword",
      "--pwfile",
      secret,
      "--auth",
      "scram-sha-256",
      "--no-sync",
    ].concat(["--encoding=UTF8", "--locale=C"]),
    { ...user, cwd: data, stdio: ["ignore", "ignore", "pipe"] },
  );
  rmSync(secret);
  return programs;
}

async function start(programs: string): Promise<void> {
  if (server !== undefined) return;
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "100",
    shared_buffers: "64MB",
    // The process may die here, the machine under it not: what was written is still there without waiting for a disk.
    fsync: "off",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(programs, "bin", "postgres"), ["-D", data, ...flags], {
    ...user,
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
  });
  server = child;
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready in time: ${said.slice(-500)}`)),
      READY_TIMEOUT_MS,
    );
    child.stderr.on("data", (chunk: Buffer) => {
      if (process.env["LASTWORD_POSTGRES_LOG"] !== undefined) stderr.write(chunk);
      said = (said + chunk.toString()).slice(-4_096);
      if (!said.includes("ready to accept connections")) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${said.slice(-500)}`)));
  });
  stdout.write(`ready postgres://lastword:${password}@127.0.0.1:${port}/postgres\n`);
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  server = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
