/** Every recording and every case among the fixtures, as bytes with the options they are judged by. */

import { readFileSync } from "node:fs";
import { asArray, asObject, asString, parseRecord } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";
import type { JudgeOptions } from "../../src/transcripts/index.ts";

export interface Fixture {
  readonly name: string;
  readonly bytes: Buffer;
  readonly options: JudgeOptions;
}

const FOLDER = new URL("../fixtures/", import.meta.url);

export const fixtures: readonly Fixture[] = [...recordings(), ...cases()];

function recordings(): Fixture[] {
  return rowsOf("recordings/index.jsonl").map((row) => {
    const name = asString(row["file"]) ?? "";
    return { name, bytes: readFileSync(new URL(`recordings/${name}`, FOLDER)), options: {} };
  });
}

function cases(): Fixture[] {
  return rowsOf("cases/transcripts.jsonl").map((row) => {
    const lines = asArray(row["lines"]).map((line) => asString(line) ?? "");
    const text = lines.join("\n") + (row["finalNewline"] === false ? "" : "\n");
    const given = asObject(row["options"]);
    const since = given?.["since"];
    const sessionId = asString(given?.["sessionId"]);
    const options = {
      ...(typeof since === "number" ? { since } : {}),
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    return { name: asString(row["id"]) ?? "", bytes: Buffer.from(text), options };
  });
}

function rowsOf(name: string): JsonObject[] {
  const lines = readFileSync(new URL(name, FOLDER), "utf8").split("\n");
  return lines.map((line) => parseRecord(line)).filter((row) => row !== undefined);
}
