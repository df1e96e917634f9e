/**
 * The OpenClaw plugin: where a sweep has called a finished child failed, it tells the parent that it was not so. This
 * is the file that `package.json` names to OpenClaw. It registers hooks and hands on; it decides nothing, and nothing
 * in it may end the gateway.
 */

import { textOf } from "../sources/failure.ts";
import { hostFrom } from "./plugin/host.ts";
import type { Fields, Host } from "./plugin/host.ts";
import type { Mailbox } from "./plugin/mailbox.ts";
import type { EndedRun } from "./plugin/grounds.ts";
import type { Repairer } from "./plugin/repairer.ts";
import { settingsFrom } from "./plugin/settings.ts";
import type { PluginSettings } from "./plugin/settings.ts";

/** What OpenClaw knows the plugin by; `openclaw.plugin.json` has the same. */
export const id = "lastword";
export const name = "lastword";
export const description = "Tells a parent when a subagent that OpenClaw called failed had in fact finished.";

/** Outcomes that are somebody's wish. */
const WISHED: ReadonlySet<string> = new Set(["ok", "killed", "reset", "deleted"]);

/** Called by OpenClaw when it loads the plugin. Never fails: what a version lacks is one line in its log. */
export function register(api: unknown): void {
  const host = hostFrom(api, process.env);
  try {
    start(host);
  } catch (error) {
    host.log.warn(`not started: ${textOf(error)}`);
  }
}

function start(host: Host): void {
  const { log } = host;
  const { settings, problems } = settingsFrom(host.settings);
  for (const problem of problems) log.warn(`setting ${problem}`);
  if (host.wake === undefined) {
    return log.warn("this OpenClaw has no heartbeats to ask for (runtime.system); nothing is put right");
  }
  // What reads and judges is loaded for the first failure: a gateway that starts must not wait for it.
  let loaded: Promise<Repairer> | undefined;
  const withRepairer = (work: (repairer: Repairer) => Promise<unknown>): void => {
    loaded ??= repairerFor(host, settings);
    loaded.then(work).catch((error: unknown) => log.warn(`nothing was put right: ${textOf(error)}`));
  };
  const hooked = host.on("subagent_ended", (event, context) => {
    const ended = failedRunIn(event, context);
    if (ended !== undefined) withRepairer((repairer) => repairer.consider(ended));
  });
  if (!hooked) return log.warn("this OpenClaw has no hooks (api.on); nothing is put right");
  host.on("gateway_start", () => withRepairer((repairer) => repairer.catchUp()));
  if (!settings.dryRun) addToTurns(host);
  log.info(`looks into failed subagent runs${settings.dryRun ? ", as a dry run" : ""}`);
}

/** Gives turns what their session is to be told, and hears when the model of such a turn has answered. */
function addToTurns(host: Host): void {
  const mailbox = async (): Promise<Mailbox> => {
    const { mailboxOf } = await import("./plugin/make-repairer.ts");
    return mailboxOf(host);
  };
  const hand = async (event: Fields, context: Fields) => {
    const sessionKey = text(event["sessionKey"]) ?? text(context["sessionKey"]);
    const id = text(context["runId"]) ?? sessionKey;
    if (sessionKey === undefined || id === undefined) return undefined;
    return (await mailbox()).hand({ sessionKey, sessionId: text(context["sessionId"]), id });
  };
  // Of a heartbeat's turn, a host that has the one asks for both.
  host.on(host.mayJoinTurns ? "agent_turn_prepare" : "heartbeat_prompt_contribution", hand);
  host.on("model_call_ended", async (event, context) => {
    const turn = text(event["runId"]) ?? text(context["runId"]);
    if (turn !== undefined) (await mailbox()).ended(turn, event["outcome"] === "completed");
  });
}

async function repairerFor(host: Host, settings: PluginSettings): Promise<Repairer> {
  const { makeRepairer } = await import("./plugin/make-repairer.ts");
  return makeRepairer(host, settings);
}

/** The run that a `subagent_ended` event tells of; undefined where it ended as somebody wished, or is no subagent's. */
function failedRunIn(event: Fields, context: Fields): EndedRun | undefined {
  const runId = text(event["runId"]) ?? text(context["runId"]);
  const outcome = text(event["outcome"]) ?? "";
  if (runId === undefined || WISHED.has(outcome) || event["targetKind"] === "acp") return undefined;
  return {
    runId,
    childSessionKey: text(event["targetSessionKey"]) ?? text(context["childSessionKey"]),
    requesterSessionKey: text(context["requesterSessionKey"]),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
