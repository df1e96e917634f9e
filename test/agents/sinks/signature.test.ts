/** The signature: what it covers, and what a receiver does not take. */

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifySignature } from "../../../src/agents/index.ts";
import { signatureFor } from "../../../src/agents/sinks/signature.ts";

const NOW = 1_793_534_400_500;
const body = '{"key":"run-1/1"}';
const secret = "a secret of the two";
const header = signatureFor(body, secret, NOW);
const good = { header, body, secret, now: NOW };

test("is HMAC-SHA256 over time, full stop, body: anybody can make it", () => {
  const hex = createHmac("sha256", secret).update(`1793534400.${body}`).digest("hex");
  expect(header).toBe(`t=1793534400,v1=${hex}`);
});

test("fits the body it was made for, as text and as bytes", () => {
  expect(verifySignature(good)).toEqual({ kind: "valid" });
  expect(verifySignature({ ...good, body: Buffer.from(body) })).toEqual({ kind: "valid" });
});

test("fits while a new secret takes the place of the old one", () => {
  const both = ["the next secret to be", secret];
  expect(verifySignature({ ...good, secret: both })).toEqual({ kind: "valid" });
});

test.each([
  ["no header", { header: undefined }, "missing"],
  ["an empty one", { header: "" }, "missing"],
  ["a header of another kind", { header: "sha256=abc" }, "malformed"],
  ["a signature cut short", { header: header.slice(0, -1) }, "malformed"],
  ["a time that is none", { header: header.replace("t=1793534400", "t=now") }, "malformed"],
  ["a header without end", { header: `${header}${" ".repeat(2_000)}` }, "malformed"],
  ["another body", { body: `${body} ` }, "mismatch"],
  ["another secret", { secret: "a secret of others" }, "mismatch"],
  ["another time put in", { header: header.replace("t=1793534400", "t=1793534401") }, "mismatch"],
  ["a message of long ago", { now: NOW + 301_000 }, "expired"],
  ["a message of the future", { now: NOW - 301_000 }, "expired"],
  ["a shorter patience", { now: NOW + 2_000, toleranceMs: 1_000 }, "expired"],
])("does not take %s", (_name, change, reason) => {
  expect(verifySignature({ ...good, ...change })).toEqual({ kind: "invalid", reason });
});

test("a message is taken up to five minutes late", () => {
  expect(verifySignature({ ...good, now: NOW + 299_000 })).toEqual({ kind: "valid" });
});

test("a secret that can be guessed is refused, and not quoted", () => {
  expect(() => verifySignature({ ...good, secret: "short" })).toThrow(
    new RangeError("a secret must have at least 16 bytes"),
  );
});
