/** One record more, again and again, as a program that goes on would write it. */

import { appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { asNumber, asObject, asString } from "../../../src/transcripts/json.ts";

const END_BYTES = 64 * 1024;
const STEP_MS = 1_000;

/** Appends answers to an OpenClaw or pi transcript that ends with one. */
export class Appender {
  readonly #path: string;
  #parent: string;
  #time: number;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
    const last = asObject(JSON.parse(lastLine(path)));
    this.#parent = asString(last?.["id"]) ?? "";
    this.#time = asNumber(asObject(last?.["message"])?.["timestamp"]) ?? 0;
  }

  append(): void {
    this.#time += STEP_MS;
    this.#count += 1;
    const id = this.#count.toString(16).padStart(8, "f");
    const message = {
      role: "assistant",
      content: [{ type: "text", text: `And ${this.#count} more.` }],
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      usage: { input: 4, output: 9, cacheRead: 900, cacheWrite: 0, totalTokens: 913 },
      stopReason: "stop",
      timestamp: this.#time,
    };
    const timestamp = new Date(this.#time).toISOString();
    const entry = { type: "message", id, parentId: this.#parent, timestamp, message };
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
    this.#parent = id;
  }
}

function lastLine(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(END_BYTES, size));
    readSync(file, end, 0, end.byteLength, size - end.byteLength);
    return end.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
  } finally {
    closeSync(file);
  }
}
