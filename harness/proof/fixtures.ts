/** The recordings and cases of test/fixtures that have a format with a reader, each with what is true of it. */

import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { asArray, asNumber, asObject, asString, parseRecord } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";
import { formats } from "../../src/transcripts/formats/index.ts";
import type { Truth } from "./claim.ts";
import type { Lost, Subject } from "./subject.ts";

const FIXTURES = fileURLToPath(new URL("../../test/fixtures/", import.meta.url));
/** pi writes OpenClaw's format. */
const WRITERS: ReadonlyMap<string, string> = new Map([["pi", "openclaw"]]);
/** By now every file that has just been checked out or written has been quiet for long, ms. */
const QUIET_MS = 60 * 60 * 1_000;

/**
 * What real programs wrote, driven by a scripted model and then killed, resumed or cut off.
 *
 * @param now Unix ms
 */
export function recordings(now: number): readonly Subject[] {
  return rowsOf("recordings/index.jsonl")
    .filter((row) => isRead(row["agent"]))
    .toSorted((a, b) => formatIndex(a["agent"]) - formatIndex(b["agent"]))
    .map((row) => {
      const file = asString(row["file"]) ?? "";
      const truth = truthOf(asArray(row["expect"])[0], row["text"], row["why"]);
      const [group = "", ...rest] = file.replace(/(?:\/main-0)?\.jsonl$/, "").split("/");
      return {
        name: rest.join("/"),
        group: `recordings/${group}`,
        path: join(FIXTURES, "recordings", file),
        sweepAt: now + QUIET_MS,
        truth,
      };
    });
}

/**
 * Situations out of public reports, written to a folder as files.
 *
 * @param folder an existing folder
 */
export function cases(folder: string): readonly Subject[] {
  return rowsOf("cases/transcripts.jsonl")
    .filter((row) => isRead(row["format"]))
    .map((row) => {
      const name = asString(row["id"]) ?? "";
      const path = join(folder, "cases", `${name}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, asArray(row["lines"]).join("\n") + (row["finalNewline"] === false ? "" : "\n"));
      const expect = asObject(row["expect"]);
      const truth = truthOf(expect?.["kind"], expect?.["text"], row["why"]);
      const known = knownOf(row);
      const writtenAt = (known.sweepAt - QUIET_MS) / 1_000;
      utimesSync(path, writtenAt, writtenAt);
      return { name, group: "cases", path, ...known, truth };
    });
}

function rowsOf(file: string): readonly JsonObject[] {
  const lines = readFileSync(join(FIXTURES, file), "utf8").trim().split("\n");
  return lines.map(parseRecord).filter((row) => row !== undefined);
}

function isRead(writer: unknown): boolean {
  return formatIndex(writer) >= 0;
}

/** The place of a writer's format in the list; -1 where it has none. */
function formatIndex(writer: unknown): number {
  const name = asString(writer) ?? "";
  const format = WRITERS.get(name) ?? name;
  return formats.findIndex((one) => one.name === format);
}

function truthOf(kind: unknown, text: unknown, why: unknown): Truth {
  if (kind === "terminal") return { kind: "finished", text: asString(text) ?? "" };
  const known = kind === "parked" || kind === "unfinished" ? kind : "unproven";
  return { kind: known, why: asString(why) ?? "it gave no final answer" };
}

function knownOf(row: JsonObject): Omit<Lost, "path"> {
  const options = asObject(row["options"]);
  const circumstances = asObject(row["circumstances"]);
  const since = asNumber(options?.["since"]);
  const sessionId = asString(options?.["sessionId"]);
  const skewMs = asNumber(circumstances?.["clockSkewMs"]);
  return {
    sweepAt: asNumber(circumstances?.["sweepAt"]) ?? 0,
    childAlive: circumstances?.["childAlive"] === true,
    ...(since === undefined ? {} : { since }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(skewMs === undefined ? {} : { skewMs }),
  };
}
