/**
 * The real gateway, in a home and a state folder of its own: configured, started, killed, started again. It must be
 * started where no network is, and nowhere else.
 */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";
import { isIsolated } from "../namespace.ts";
import { until } from "../program.ts";

/** On a loaded machine a start takes a minute and more. */
const READY_MS_MAX = 240_000;
const CALL_MS_MAX = 120_000;
const LOG_CHARS_MAX = 4_000_000;
const TOKEN = "dummy-local-token";

/** What a gateway is made of. */
export interface GatewayParts {
  /** A Node that it runs on. */
  readonly node: string;
  /** The folder that holds `node_modules/openclaw`. */
  readonly folder: string;
  readonly home: string;
  readonly workspace: string;
  readonly modelPort: number;
  /** The folder of this package, built. */
  readonly plugin: string;
}

export class Gateway {
  readonly stateDir: string;
  readonly #parts: GatewayParts;
  readonly #port: number;
  #process: ChildProcess | undefined;
  /** All that it said, over all its lives. */
  log = "";

  private constructor(parts: GatewayParts, port: number) {
    this.#parts = parts;
    this.#port = port;
    this.stateDir = join(parts.home, ".openclaw");
  }

  static async make(parts: GatewayParts): Promise<Gateway> {
    if (!isIsolated()) throw new Error("OpenClaw is started only where no network can be reached");
    return new Gateway(parts, await freePort());
  }

  /** Starts it, and waits until it is ready. */
  async start({ withPlugin }: { readonly withPlugin: boolean }): Promise<void> {
    this.#configure(withPlugin);
    const from = this.log.length;
    const args = ["gateway", "run", "--port", String(this.#port), "--bind", "loopback", "--verbose"];
    const child = this.#spawn(args);
    this.#process = child;
    for (const out of [child.stdout, child.stderr]) {
      out?.setEncoding("utf8").on("data", (text: string) => {
        this.log = (this.log + text).slice(-LOG_CHARS_MAX);
      });
    }
    const ready = () => child.exitCode !== null || /\[gateway\]\S* \S*ready/.test(this.log.slice(from));
    await until(ready, "the gateway was never ready", READY_MS_MAX);
    if (child.exitCode !== null) throw new Error(`the gateway ended at its start: ${this.log.slice(-500)}`);
  }

  /** Kills the process alone, at once, as an operating system does that has no memory left. */
  kill(): void {
    this.#process?.kill("SIGKILL");
  }

  /** Waits until the killed one is gone. */
  async gone(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    await until(() => child.exitCode !== null || child.signalCode !== null, "the killed gateway stayed");
    endGroup(child);
  }

  /** Says something to a session, as a user would. */
  async say(sessionKey: string, message: string): Promise<void> {
    const params = { message, agentId: "main", sessionKey, idempotencyKey: `live-${sessionKey}` };
    const args = ["gateway", "call", "agent", "--url", `ws://127.0.0.1:${this.#port}`, "--token", TOKEN];
    const child = this.#spawn([...args, "--timeout", "60000", "--params", JSON.stringify(params)]);
    let said = "";
    for (const out of [child.stdout, child.stderr]) {
      out?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    await until(() => child.exitCode !== null, "the gateway took no message", CALL_MS_MAX);
    if (child.exitCode !== 0) throw new Error(`the gateway refused a message: ${said.slice(-300)}`);
  }

  /** Ends all that still runs. */
  end(): void {
    this.kill();
    if (this.#process !== undefined) endGroup(this.#process);
  }

  #spawn(args: readonly string[]): ChildProcess {
    const { node, folder, home, workspace } = this.#parts;
    const temporary = join(home, "tmp");
    for (const path of [workspace, temporary]) mkdirSync(path, { recursive: true });
    const program = join(folder, "node_modules", "openclaw", "openclaw.mjs");
    return spawn(node, [program, ...args], {
      cwd: workspace,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: `${dirname(node)}:${process.env["PATH"] ?? ""}`,
        HOME: home,
        TMPDIR: temporary,
        LANG: "C.UTF-8",
        NO_COLOR: "1",
        OPENCLAW_STATE_DIR: this.stateDir,
        OPENCLAW_CONFIG_PATH: join(this.stateDir, "openclaw.json"),
        OPENCLAW_SKIP_CHANNELS: "1",
        OPENCLAW_NO_UPDATE_CHECK: "1",
        OPENCLAW_DISABLE_BONJOUR: "1",
      },
    });
  }

  #configure(withPlugin: boolean): void {
    const { workspace, modelPort, plugin } = this.#parts;
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const sizes = { contextWindow: 128_000, maxTokens: 4_096 };
    const model = { id: "scripted", name: "Scripted", reasoning: false, input: ["text"], cost, ...sizes };
    const provider = {
      baseUrl: `http://127.0.0.1:${modelPort}/v1`,
      apiKey: "dummy-key",
      api: "openai-completions",
      models: [model],
    };
    const config = {
      gateway: { mode: "local", port: this.#port, bind: "loopback", auth: { mode: "token", token: TOKEN } },
      agents: {
        defaults: {
          model: { primary: "scripted/scripted" },
          workspace,
          skipBootstrap: true,
          timeoutSeconds: 600,
        },
      },
      models: { mode: "replace", providers: { scripted: provider } },
      logging: { file: join(this.stateDir, "gateway.log") },
      tools: { profile: "full", toolSearch: false },
      ...(withPlugin
        ? { plugins: { load: { paths: [plugin] }, entries: { lastword: { enabled: true } } } }
        : {}),
    };
    mkdirSync(this.stateDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.stateDir, "openclaw.json"), JSON.stringify(config), { mode: 0o600 });
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
