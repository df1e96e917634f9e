/** What one would write oneself: the bare system calls, and reading every line of an OpenClaw or pi transcript. */

import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import { asObject } from "../../src/transcripts/json.ts";

const BARE_BYTES = 64 * 1024;
const block = Buffer.allocUnsafeSlow(BARE_BYTES);

/** What no way of reading a file's end can do without: open, fstat, one pread of 64 KiB, close. Tells nothing. */
export function readEnd(path: string): undefined {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  readSync(file, block, 0, BARE_BYTES, Math.max(0, size - BARE_BYTES));
  closeSync(file);
}

/** Reads and parses a file whole. @returns whether its last message is an answer */
export function parseWhole(path: string): boolean {
  let answered = false;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line !== "") answered = isAnswer(JSON.parse(line)) ?? answered;
  }
  return answered;
}

/** The same line by line, as a stream. */
export async function parseLines(path: string): Promise<boolean> {
  let answered = false;
  const input = createReadStream(path);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    answered = isAnswer(JSON.parse(line)) ?? answered;
  }
  return answered;
}

/** Whether a record is an answer; undefined where it is no message. */
function isAnswer(record: unknown): boolean | undefined {
  const entry = asObject(record);
  return entry?.["type"] === "message" ? isAnswerMessage(entry["message"]) : undefined;
}

/** Whether a message of pi's is an answer: its author has nothing more to do. */
export function isAnswerMessage(value: unknown): boolean {
  const message = asObject(value);
  return message?.["role"] === "assistant" && message["stopReason"] === "stop";
}
