/** The public surface: each name of both halves, and what the halves lend each other is not among them. */

import { expect, test } from "vitest";
import * as agents from "../src/agents/index.ts";
import * as lastword from "../src/index.ts";
import * as transcripts from "../src/transcripts/index.ts";

/** Lent by the reading half to the deciding half alone. */
const LENT = ["asArray", "asNumber", "asObject", "asString", "isTransient", "openTranscript"];

test("the package exports every name of both halves", () => {
  const names = [...Object.keys(agents), ...Object.keys(transcripts)].filter((name) => !LENT.includes(name));
  expect(Object.keys(lastword).toSorted()).toEqual(names.toSorted());
});
