/**
 * Background work of a Codex session: commands that go on running, scripts that yielded, agents it spawned. It
 * counts over the whole rollout. Pure; bounded. Source: formats.md, "Codex CLI".
 *
 * What ends outside a turn ends behind the last `task_complete`, whose answer did not know of it: it is held back
 * until the next turn completes.
 */

import type { Event, Position } from "../../event.ts";
import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { parseRecord } from "../../record.ts";
import { textsOf } from "./record.ts";
import { finishedAgents, isOver } from "./agents.ts";

/** The tool that sets another agent to work. */
export const SPAWN_TOOL = "spawn_agent";

/** Open work remembered by name, and ends held back; the oldest are forgotten. */
const OPEN_MAX = 4_096;

/** A tool call whose output may tell of work. */
export interface WorkCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** Commands and scripts tell how they stand in a header; what the command printed comes behind this line. */
const HEADER_END = /^(?:Final output|Output):/m;
const SESSION_RUNNING = /^Process running with session ID (\S+)/m;
const PROCESS_EXITED = /^Process exited/m;
const CELL_RUNNING = /^Script running with cell ID (\S+)/m;
const CELL_OVER = /^Script (?:completed|failed|terminated)/m;

/** Follows what was launched and what ended. */
export class BackgroundWork {
  readonly #open = new Set<string>();
  #late: string[] = [];

  /** What a tool's output says of work. `call` is undefined where the call itself was not seen. */
  onOutput(call: WorkCall | undefined, output: unknown, at: Position): readonly Event[] {
    const text = outputText(output);
    const [header = ""] = text.split(HEADER_END, 1);
    return [
      ...this.#onHeader(call, header, at),
      ...(call === undefined ? this.#onLostSpawn(text, at) : this.#onAgentTool(call, text, at)),
    ];
  }

  /** Agents whose end is reported in these texts (`<subagent_notification>`, a final message of theirs). */
  onReport(
    texts: readonly string[],
    author: string | undefined,
    at: Position,
    inTurn: boolean,
  ): readonly Event[] {
    return finishedAgents(texts, author).flatMap((id) => this.#finish(id, at, inTurn));
  }

  /** A process ended (`CommandExecution`, `exec_command_end`). */
  onProcessEnd(processId: unknown, at: Position, inTurn: boolean): readonly Event[] {
    const id = nameOf(processId);
    return id === undefined ? [] : this.#finish(id, at, inTurn);
  }

  /** What the host knows of its agents (`CollabAgentToolCall`). */
  onAgentStates(states: unknown, at: Position, inTurn: boolean): readonly Event[] {
    return overIn(states).flatMap((id) => this.#finish(id, at, inTurn));
  }

  /** The ends that were held back: a turn is about to complete that knew of them. */
  settle(at: Position): readonly Event[] {
    const late = this.#late;
    this.#late = [];
    return late.flatMap((id) => this.#finish(id, at, true));
  }

  #onHeader(call: WorkCall | undefined, header: string, at: Position): readonly Event[] {
    const session = SESSION_RUNNING.exec(header)?.[1];
    if (session !== undefined) return this.#launch([session], at);
    const cell = CELL_RUNNING.exec(header)?.[1];
    if (cell !== undefined) return this.#launch([`cell ${cell}`], at);
    if (call?.name === "write_stdin" && PROCESS_EXITED.test(header)) {
      const id = nameOf(call.input["session_id"]);
      return id === undefined ? [] : this.#finish(id, at, true);
    }
    if (call?.name === "wait" && CELL_OVER.test(header)) {
      const id = nameOf(call.input["cell_id"]);
      return id === undefined ? [] : this.#finish(`cell ${id}`, at, true);
    }
    return [];
  }

  /** What a spawn's report looks like, where the call was lost: it names an agent, and no state of it. */
  #onLostSpawn(text: string, at: Position): readonly Event[] {
    const report = parseRecord(text);
    const names = asString(report?.["agent_id"]) !== undefined && report?.["status"] === undefined;
    return names && report !== undefined ? this.#launch(namesIn(report), at) : [];
  }

  #onAgentTool({ name, input }: WorkCall, text: string, at: Position): readonly Event[] {
    const report = parseRecord(text);
    const target = asString(input["target"]) ?? asString(input["id"]);
    switch (name) {
      case SPAWN_TOOL:
        // Told as an object, it worked, by whatever name the agent goes there; a refusal is told in prose.
        return report === undefined || "error" in report ? [] : this.#launch(namesIn(report), at);
      case "wait":
      case "wait_agent":
        return overIn(report?.["status"]).flatMap((id) => this.#finish(id, at, true));
      // A new task for an agent sets it to work again; a refused one is told in prose.
      case "send_input":
        return report?.["submission_id"] === undefined || target === undefined
          ? []
          : this.#launch([target], at);
      case "followup_task":
        return text !== "" || target === undefined ? [] : this.#launch([target], at);
      case "close_agent": {
        const closed = report?.["previous_status"] !== undefined || report?.["status"] !== undefined;
        return closed && target !== undefined ? this.#finish(target, at, true) : [];
      }
      default:
        return [];
    }
  }

  #launch(ids: readonly string[], at: Position): readonly Event[] {
    const [id = "agent"] = ids;
    this.#late = this.#late.filter((late) => !ids.includes(late));
    if (this.#open.has(id)) return [];
    this.#open.add(id);
    for (const oldest of this.#open) {
      if (this.#open.size <= OPEN_MAX) break;
      this.#open.delete(oldest);
    }
    return [{ kind: "launched", at, ids: ids.length === 0 ? [id] : ids, scope: "run", until: "reported" }];
  }

  #finish(id: string, at: Position, inTurn: boolean): readonly Event[] {
    if (!inTurn) {
      this.#late = [...this.#late, id].slice(-OPEN_MAX);
      return [];
    }
    this.#open.delete(id);
    return [{ kind: "finished", at, id }];
  }
}

/** The names in a table of states whose state is an end. */
function overIn(states: unknown): readonly string[] {
  return Object.entries(asObject(states) ?? {})
    .filter(([, state]) => isOver(state))
    .map(([id]) => id);
}

/** The names that a spawn's report gives to the agent, the program's own first. */
function namesIn(report: JsonObject): readonly string[] {
  const keys = ["agent_id", "task_name", "agent_path", "thread_id", "id"];
  return keys.map((key) => asString(report[key])).filter((name) => name !== undefined);
}

/** An output is text, a list of text blocks, or an object around one of the two. */
function outputText(output: unknown): string {
  const inner = asObject(output);
  return textsOf(inner === undefined ? output : (inner["content"] ?? inner["output"])).join("\n");
}

/** Ids are numbers in one place and strings in another. */
function nameOf(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asString(value);
}
