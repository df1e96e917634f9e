/** What each event does to a turn. The order of the reasons is in precedence.test.ts. */

import { describe, expect, test } from "vitest";
import { initial, needsOf } from "../../../src/transcripts/verdict.ts";
import {
  STEP_MS,
  aborted,
  asked,
  calls,
  completed,
  concluded,
  damage,
  enqueued,
  failed,
  folded,
  given,
  input,
  launched,
  nudge,
  recap,
  result,
  says,
  yielded,
} from "../../support/events.ts";
import type { Loose } from "../../support/events.ts";
import { processorMs } from "../../support/processor-ms.ts";

const DONE = "terminal final-answer: Done.";
const WIDE = { windowBytes: 1_000_000 };

describe("nothing", () => {
  test.each<[string, readonly Loose[]]>([
    ["no event", []],
    ["bookkeeping", [{ kind: "bookkeeping" }]],
    ["a session", [{ kind: "session", id: "s-1" }]],
    ["work", [launched("w1")]],
  ])("%s is an empty history", (_, events) => {
    expect(folded(events)).toBe("unfinished empty-history");
  });

  test("an answer without an input is an answer", () => {
    expect(folded([says("Done.")])).toBe(DONE);
  });
});

describe("an explicit end", () => {
  test.each<[string, readonly Loose[], string]>([
    ["bookkeeping", [{ kind: "bookkeeping" }], "unfinished stopped-error"],
    ["a host's word", [says("x", { author: "host" })], "unfinished stopped-error"],
    ["a mirror", [says("x", { author: "mirror" })], "unfinished stopped-error"],
    ["a continuation", [nudge], "unfinished stopped-error"],
    ["a late result", [result("c9", { late: true })], "unfinished stopped-error"],
    ["a model's word", [says("Done.")], DONE],
    ["a result", [result("c1")], "unfinished trailing-tool-result"],
    ["a yield", [yielded], "parked yield-wait"],
    ["a structured answer", [result("c1"), given("{}")], "terminal final-answer: {}"],
    ["an input", [input, says("Done.")], DONE],
    ["another end", [aborted], "unfinished stopped-aborted"],
  ])("and %s behind it", (_, events, verdict) => {
    expect(folded([input, calls("Look.", "c1"), result("c1"), failed, ...events])).toBe(verdict);
  });

  test("a completed one has its own text, and its own position", () => {
    const verdict = concluded([input, says("Look.", { stop: "not-recorded" }), completed("Done.")]);
    expect(verdict).toMatchObject({ kind: "terminal", text: "Done.", at: { offset: 200 } });
  });
});

describe("an input", () => {
  test("opens a turn: calls, waits, ends, recaps, damage and queue are closed", () => {
    for (const before of [calls("", "c1"), yielded, failed, recap, damage("torn"), enqueued, asked]) {
      expect(folded([input, before, input, says("Done.")])).toBe(DONE);
    }
  });

  test("without an answer: an earlier one of this run makes it unanswered", () => {
    expect(folded([input])).toBe("unfinished empty-current-run");
    expect(folded([input, says("Done."), input])).toBe("unfinished unanswered-input");
    expect(folded([input, says("Done."), input, calls("", "c1")])).toBe("unfinished unanswered-input");
    expect(folded([input, says("Done."), input, calls("", "c1"), result("c1")])).toBe(
      "unfinished unanswered-input",
    );
  });

  test("an earlier turn that was no answer makes it none", () => {
    for (const before of [
      says("", {}),
      says("x", { form: "silent" }),
      says("x", { stop: "length" }),
      says("x", { author: "host" }),
    ]) {
      expect(folded([input, before, input, calls("", "c1")])).toBe("unfinished tool-only-turn");
    }
  });

  test("an earlier answer counts near the last word alone", () => {
    const far: Loose = { ...calls("", "c1"), at: { offset: 1_000_000 } };
    expect(folded([input, says("Done."), input, far])).toBe("unfinished tool-only-turn");
    expect(folded([input, says("Done."), input, far], { windowBytes: 1_000_000 })).toBe(
      "unfinished unanswered-input",
    );
  });

  test("a continuation asks again and keeps the turn", () => {
    expect(folded([input, says("Done."), nudge])).toBe("unfinished unanswered-input");
    expect(folded([input, says("Look."), nudge, says("Done.")])).toBe(DONE);
    expect(folded([input, calls("", "c1"), nudge, says("Done.")])).toBe("unfinished open-tool-call");
    expect(folded([input, yielded, nudge])).toBe("unfinished empty-current-run");
    expect(folded([input, asked, nudge, says("Done.")])).toBe("unfinished structured-output-missing");
    const late = { since: 2 * STEP_MS, skewMs: 0 };
    expect(folded([input, says("Look."), nudge, says("Done.")], late)).toBe("unfinished before-run-start");
  });
});

describe("a message in parts", () => {
  const part = (text: string, ...ids: string[]): Loose =>
    says(text, {
      messageId: "m1",
      stop: ids.length > 0 ? "tool-use" : "final",
      calls: ids.map((id) => ({ id, name: "exec" })),
    });

  test("the whole replaces the part", () => {
    expect(folded([input, part("Look."), part("Look.", "c1")])).toBe("unfinished tool-use-turn");
    expect(
      folded([input, part("", "c1"), part("", "c1", "c2"), result("c1"), result("c2"), says("Done.")]),
    ).toBe(DONE);
  });

  test("calls that were answered in between stay answered", () => {
    expect(folded([input, part("Both.", "c1"), result("c1"), part("Both.", "c1", "c2")])).toBe(
      "unfinished open-tool-call",
    );
    expect(folded([input, part("Both.", "c1"), result("c1"), part("Both.", "c1", "c2"), result("c2")])).toBe(
      "unfinished trailing-tool-result",
    );
  });

  test("the same id in another turn is another message", () => {
    expect(folded([input, part("Look.", "c1"), input, part("Done.")])).toBe(DONE);
  });
});

describe("results", () => {
  test("before their call answer it, once", () => {
    expect(folded([input, result("c1"), calls("Look.", "c1")])).toBe("unfinished trailing-tool-result");
    expect(folded([input, result("c1"), calls("Look.", "c1"), says("Done.")])).toBe(DONE);
    expect(folded([input, result("c1"), calls("Look.", "c1", "c2")])).toBe("unfinished open-tool-call");
  });

  test("a result of a message before the last one is not taken for this one's", () => {
    expect(
      folded([
        input,
        calls("", "c1"),
        result("c1"),
        result("c2"),
        calls("", "c3"),
        result("c3"),
        calls("Look.", "c2"),
      ]),
    ).toBe("unfinished tool-use-turn");
  });

  test("a late one closes its call and is no last word", () => {
    expect(folded([input, calls("", "c1"), says("Done."), result("c1", { late: true })])).toBe(DONE);
    expect(folded([input, calls("", "c1"), says("Done."), result("c1")])).toBe(
      "unfinished trailing-tool-result",
    );
  });
});

describe("background work", () => {
  const work = (rest = {}): Loose => launched("w1", rest);
  const named: Loose = { ...input, mentions: "w1 is done" } as Loose;
  const nudged: Loose = { ...nudge, mentions: "w1 is done" } as Loose;
  const finished: Loose = { kind: "finished", id: "w1" };

  test.each<[string, readonly Loose[], string]>([
    ["open", [work()], "parked background-work"],
    ["named by an input", [work(), named], DONE],
    ["named by a continuation", [work(), nudged], DONE],
    ["not named", [work(), input], "parked background-work"],
    ["finished", [work(), finished], DONE],
    ["reported: naming is not enough", [work({ until: "reported" }), named], "parked background-work"],
    ["reported and finished", [work({ until: "reported" }), finished], DONE],
    ["of the turn, in the turn", [work({ scope: "turn" })], "parked background-work"],
    ["of the turn, continued", [work({ scope: "turn" }), nudge], "parked background-work"],
    ["of the turn, in the next", [work({ scope: "turn" }), input], DONE],
    ["a wake-up before its time", [work({ wakeAt: 60_000 }), input], "parked background-work"],
    ["a wake-up at its time", [work({ wakeAt: 60_000 }), { ...input, at: { timestamp: 60_000 } }], DONE],
    ["one of two", [work(), launched("w2"), finished], "parked background-work"],
    ["by any of its names", [launched("x", { ids: ["x", "w1"] }), finished], DONE],
  ])("%s", (_, events, verdict) => {
    expect(folded([input, ...events, says("Done.")])).toBe(verdict);
  });

  test("of an earlier run does not count", () => {
    const later: Loose[] = [
      { ...input, at: { timestamp: 90_000 } },
      { ...says("Done."), at: { timestamp: 91_000 } },
    ];
    expect(folded([input, work(), ...later], { since: 90_000 })).toBe(DONE);
    expect(folded([input, work(), ...later])).toBe("parked background-work");
  });

  test("is named, first launched first, at its launch", () => {
    expect(concluded([input, work(), launched("w2"), says("Done.")])).toMatchObject({
      on: ["w1", "w2"],
      at: { offset: 100 },
    });
  });

  test("does not park what did not finish", () => {
    expect(folded([input, work(), calls("", "c1")])).toBe("unfinished tool-only-turn");
    expect(folded([input, work()])).toBe("unfinished empty-current-run");
  });
});

describe("a call that may have launched work", () => {
  const spawning = says("", { stop: "tool-use", calls: [{ id: "c1", name: "spawn", launches: true }] });
  const far = { at: { offset: 1_000_000 } };
  const others: Loose[] = [
    { ...calls("", "c2"), ...far },
    { ...result("c2"), ...far },
    { ...says("Done."), ...far },
  ];

  test("counts at any distance while it is open", () => {
    expect(folded([input, spawning, ...others])).toBe("unfinished open-tool-call");
    expect(folded([input, calls("", "c1"), ...others])).toBe(DONE);
    expect(folded([input, spawning, result("c1"), ...others])).toBe(DONE);
    expect(folded([input, spawning, ...others], { descendantsKnown: true })).toBe(DONE);
  });

  test("and whose result was lost to damage, beyond its turn: nobody can say that the work is over", () => {
    expect(folded([input, spawning, damage("corrupt"), input, says("Done.")])).toBe("parked background-work");
    expect(folded([input, damage("corrupt"), spawning, input, says("Done.")])).toBe("parked background-work");
    expect(
      folded([input, spawning, damage("corrupt"), { ...input, mentions: "c1" } as Loose, says("Done.")]),
    ).toBe("parked background-work");
  });

  test("but not without damage, nor with bookkeeping damaged, nor another call", () => {
    expect(folded([input, spawning, input, says("Done.")])).toBe(DONE);
    expect(folded([input, spawning, damage("torn", true), input, says("Done.")])).toBe(DONE);
    expect(folded([input, calls("", "c1"), damage("corrupt"), input, says("Done.")])).toBe(DONE);
    expect(folded([input, spawning, result("c1"), damage("corrupt"), input, says("Done.")])).toBe(DONE);
    expect(folded([input, damage("corrupt"), input, spawning, input, says("Done.")])).toBe(DONE);
  });
});

describe("structured output", () => {
  test("given is the last word", () => {
    expect(folded([input, calls("", "c1"), result("c1"), given('{"a":1}')])).toBe(
      'terminal final-answer: {"a":1}',
    );
  });

  test("stays the text where the model goes on, by whose last message it is judged", () => {
    expect(folded([input, given("{}"), says("All done.")])).toBe("terminal final-answer: {}");
    expect(folded([input, given("{}"), says("All d", { stop: "length" })])).toBe("unfinished stopped-length");
    expect(folded([input, given("{}"), says("")])).toBe("unfinished no-visible-text");
  });

  test("asked for and not given is missing, until a person's input", () => {
    expect(folded([input, asked, says("Done.")])).toBe("unfinished structured-output-missing");
    expect(folded([input, { kind: "structured-output", outcome: "failed" }, says("Done.")])).toBe(
      "unfinished structured-output-missing",
    );
    expect(folded([input, asked, given("{}")])).toBe("terminal final-answer: {}");
    expect(folded([input, asked, input, says("Done.")])).toBe(DONE);
  });
});

describe("a recap", () => {
  test("blocks what stood before it", () => {
    expect(folded([input, says("Done."), recap])).toBe("unfinished trailing-compaction");
    for (const word of [says("Done."), completed("Done.")]) {
      expect(folded([input, says("x"), recap, word])).toBe(DONE);
    }
  });

  test("that does not block changes nothing", () => {
    expect(folded([input, says("Done."), { kind: "compaction", blocking: false }])).toBe(DONE);
  });

  test("takes back the message that was the recap itself", () => {
    const taking: Loose = { kind: "compaction", blocking: false, retractsMessage: true };
    expect(folded([input, says("Done."), says("Recap."), taking])).toBe(DONE);
    expect(concluded([input, says("Look."), calls("Recap.", "c1"), taking, failed])).toMatchObject({
      salvage: { text: "Look." },
    });
  });
});

describe("queue", () => {
  test("an input that waits behind the answer was not answered", () => {
    expect(folded([input, says("Done."), enqueued])).toBe("unfinished unanswered-input");
    expect(folded([input, says("Done."), enqueued, { kind: "queue", change: "dequeued" }])).toBe(DONE);
    expect(folded([input, enqueued, says("Done.")])).toBe(DONE);
  });
});

describe("damage", () => {
  test.each<["torn" | "corrupt" | "oversized", string]>([
    ["torn", "torn-tail"],
    ["corrupt", "corrupt-tail"],
    ["oversized", "line-too-long"],
  ])("%s behind the last word refuses, whatever bookkeeping follows", (what, reason) => {
    expect(folded([input, says("Done."), damage(what)])).toBe(`indeterminate ${reason}`);
    expect(
      folded([input, says("Done."), damage(what), { kind: "bookkeeping" }, { kind: "session", id: "s" }]),
    ).toBe(`indeterminate ${reason}`);
  });

  test("the last damage gives the reason", () => {
    expect(folded([input, says("Done."), damage("oversized"), damage("torn")])).toBe(
      "indeterminate torn-tail",
    );
  });

  test("before a word, or of bookkeeping, it is passed over", () => {
    for (const word of [says("Done."), completed("Done.")]) {
      expect(folded([input, damage("corrupt"), word])).toBe(DONE);
    }
    expect(folded([input, says("Done."), damage("torn", true)])).toBe(DONE);
  });

  test("keeps the salvage, and the place", () => {
    expect(concluded([input, says("Done."), damage("torn")])).toMatchObject({
      salvage: { text: "Done." },
      at: { offset: 200 },
    });
  });
});

describe("salvage", () => {
  test("is the last visible text of a model in this run", () => {
    expect(concluded([input, says("One."), input, calls("Two.", "c1"), result("c1")])).toMatchObject({
      salvage: { text: "Two." },
    });
    expect(concluded([input, says("One."), says("", { stop: "error" })])).toMatchObject({
      salvage: { text: "One." },
    });
    expect(concluded([input, says("One."), says("Host.", { author: "host" })])).toMatchObject({
      salvage: { text: "One." },
    });
    expect(concluded([input, says("One."), says("NO_REPLY", { form: "silent" })])).toMatchObject({
      salvage: { text: "One." },
    });
    expect(
      concluded([input, says("One."), { ...input, at: { timestamp: 90_000 } }], { since: 90_000 }),
    ).not.toHaveProperty("salvage");
  });
});

describe("needs", () => {
  test("a fold from the start needs nothing more", () => {
    expect(needsOf(initial(), concluded([])).size).toBe(0);
  });
});

describe("more than can be kept by name", () => {
  const many = 2_000;

  test("open calls: one that nobody can answer stands for those that were dropped", () => {
    const ids = Array.from({ length: many }, (_, index) => `c${index}`);
    const answered = ids.slice(-100).map((id) => result(id));
    expect(folded([input, calls("", ...ids), ...answered, says("Done.")])).toBe("unfinished open-tool-call");
    expect(
      folded([input, ...ids.map((id) => calls("", id)), ...ids.map((id) => result(id)), says("Done.")], WIDE),
    ).toBe("unfinished open-tool-call");
    expect(folded([input, calls("", ...ids), input, says("Done.")])).toBe(DONE);
  });

  test("open work: one that nobody can report done", () => {
    const ids = Array.from({ length: many }, (_, index) => `w${index}`);
    const finished = ids.map((id): Loose => ({ kind: "finished", id }));
    expect(folded([input, ...ids.map((id) => launched(id)), ...finished, says("Done.")])).toBe(
      "parked background-work",
    );
    expect(folded([input, ...ids.map((id) => launched(id, { scope: "turn" })), input, says("Done.")])).toBe(
      DONE,
    );
  });

  test("a message with as many calls is folded in a moment", () => {
    const all = Array.from({ length: 200_000 }, (_, index) => ({ id: `c${index}`, name: "exec" }));
    const start = processorMs();
    expect(folded([input, says("Look.", { stop: "tool-use", calls: all })])).toMatch(
      /^unfinished (?:open-tool-call|tool-use-turn)$/,
    );
    expect(processorMs() - start).toBeLessThan(10_000);
  });
});
