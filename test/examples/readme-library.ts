import { judgeTranscript, sentenceFor } from "../../src/index.ts";

/** The child's answer; undefined, and said why, where its transcript does not prove one. */
export async function answerOf(path: string, startedAt: Date): Promise<string | undefined> {
  const verdict = await judgeTranscript(path, { since: startedAt });
  switch (verdict.kind) {
    case "terminal":
      return verdict.text;
    case "parked":
      console.log("waits for", verdict.on.length === 0 ? "a wake-up" : verdict.on.join(", "));
      return undefined;
    case "unfinished":
    case "indeterminate":
      console.log(verdict.reason, "at byte", verdict.at?.offset);
      console.log(sentenceFor(verdict.reason));
      console.log("of use, perhaps:", verdict.salvage?.text);
      return undefined;
  }
}
