import { expect, test } from "vitest";
import { isSilentReply } from "../../../../src/transcripts/formats/openclaw/silent.ts";
import { processorMs } from "../../../support/processor-ms.ts";

test.each([
  "NO_REPLY",
  " \nNO_REPLY\n",
  "no_reply",
  "No_Reply.",
  "**NO_REPLY**",
  "(NO_REPLY)!",
  "_NO_REPLY_",
  '"NO_REPLY"',
  "NO_REPLY NO_REPLY",
  "NO_REPLY\nno_reply\tNO_REPLY",
  '{"action":"NO_REPLY"}',
  ' { "action" : "no_reply" } ',
  "ANNOUNCE_SKIP",
  " ANNOUNCE_SKIP ",
  "REPLY_SKIP",
  "HEARTBEAT_OK",
])("%j is silence", (text) => {
  expect(isSilentReply(text)).toBe(true);
});

test.each([
  "",
  "Done.",
  "Use NO_REPLY when the list is empty.",
  "NO_REPLY is what I would say",
  "NO_REPLYNO_REPLY",
  "NO REPLY",
  "XNO_REPLY",
  "NO_REPLY_1",
  "announce_skip",
  "ANNOUNCE_SKIP.",
  "HEARTBEAT_OK all fine",
  '{"action":"NO_REPLY","text":"Done."}',
  '{"action":"REPLY"}',
  '["NO_REPLY", "Done."]',
])("%j is ordinary text", (text) => {
  expect(isSilentReply(text)).toBe(false);
});

test("a model that cannot stop is silent all the same", () => {
  expect(isSilentReply("NO_REPLY ".repeat(5_000))).toBe(true);
});

test("a megabyte of near misses takes no more than a moment", () => {
  const start = processorMs();
  for (const text of [
    " ".repeat(1 << 20) + "x",
    "NO_REPLY ".repeat(1 << 17) + "x",
    "NO_REPLY" + " ".repeat(1 << 20) + "x",
  ]) {
    expect(isSilentReply(text)).toBe(false);
  }
  expect(processorMs() - start).toBeLessThan(10_000);
});
