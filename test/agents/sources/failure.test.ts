/** What a host or a system throws, as evidence. */

import { expect, test } from "vitest";
import { failureOf } from "../../../src/agents/sources/failure.ts";

const withCode = (code: string) => Object.assign(new Error(`${code}: no luck`), { code });

test.each([
  ["ENOENT", "missing", false],
  ["EACCES", "unreadable", false],
  ["EISDIR", "unreadable", false],
  ["EMFILE", "unreadable", true],
  ["EIO", "unreadable", true],
])("a transcript's %s is %s", (code, reason, transient) => {
  expect(failureOf("transcript", withCode(code))).toEqual({
    source: "transcript",
    reason,
    detail: `${code}: no luck`,
    transient,
  });
});

test("what is missing is missing of a transcript alone", () => {
  expect(failureOf("session-entry", withCode("ENOENT"))).toMatchObject({ reason: "unreadable" });
});

test.each(["session-entry", "liveness", "descendants", "wake"] as const)(
  "a host may answer later about %s",
  (source) => {
    expect(failureOf(source, new Error("busy"))).toMatchObject({ transient: true });
  },
);

test.each([
  ["text", "boom", "boom"],
  ["nothing", undefined, "undefined"],
  ["what cannot be shown", Object.create(null), "something that cannot be shown"],
])("%s thrown is evidence too", (_name, thrown, detail) => {
  expect(failureOf("transcript", thrown)).toMatchObject({ detail, transient: false });
});
