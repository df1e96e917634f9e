/** Validators: each says where a value is wrong, what is there, and what was wanted. */

import { type } from "arktype";
import * as valibot from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  SchemaError,
  bmadMigrationValidator,
  bmadTriageValidator,
  jsonSchemaValidator,
  standardSchemaValidator,
} from "../../../src/agents/index.ts";
import type { ArtifactError, StandardSchema, Validator } from "../../../src/agents/index.ts";

async function pointers(validator: Validator, value: unknown): Promise<readonly string[]> {
  return (await validator.errorsIn(value)).map(({ pointer }) => pointer);
}

describe("JSON Schema", () => {
  const schema = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      "a/b": { enum: ["x", "y"] },
      list: { items: { type: "integer" } },
    },
    additionalProperties: false,
  };

  test.each<[string, unknown, readonly ArtifactError[]]>([
    ["all is well", { name: "n" }, []],
    ["a type", { name: 1 }, [{ pointer: "/name", found: "1", wanted: "be string" }]],
    [
      "a choice",
      { name: "n", "a/b": "z" },
      [{ pointer: "/a~1b", found: '"z"', wanted: 'be equal to one of the allowed values: ["x","y"]' }],
    ],
    ["a missing one", {}, [{ pointer: "", found: "{}", wanted: "have required property 'name'" }]],
    [
      "one too many",
      { name: "n", more: 1 },
      [{ pointer: "", found: '{"name":"n","more":1}', wanted: 'NOT have additional properties: "more"' }],
    ],
    [
      "deep inside",
      { name: "n", list: [1, 2.5] },
      [{ pointer: "/list/1", found: "2.5", wanted: "be integer" }],
    ],
  ])("%s", async (_, value, errors) => {
    expect(await (await jsonSchemaValidator(schema, "s.json")).errorsIn(value)).toEqual(errors);
  });

  test.each([
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
  ])("%s", async ($schema) => {
    const validator = await jsonSchemaValidator({ ...schema, $schema }, "s.json");
    expect(await pointers(validator, { name: 1 })).toEqual(["/name"]);
  });

  test("what is no schema, or refers to what it does not hold, is refused by name", async () => {
    await expect(jsonSchemaValidator({ type: "oops" }, "s.json")).rejects.toThrow(SchemaError);
    await expect(jsonSchemaValidator({ $ref: "https://example.com/x.json" }, "s.json")).rejects.toThrow(
      /^s\.json/,
    );
    expect(await (await jsonSchemaValidator(false, "s.json")).errorsIn({})).toHaveLength(1);
  });
});

describe("Standard Schema", () => {
  const schemas: Readonly<Record<string, StandardSchema>> = {
    zod: z.object({ a: z.object({ b: z.number() }) }),
    valibot: valibot.object({ a: valibot.object({ b: valibot.number() }) }),
    arktype: type({ a: { b: "number" } }),
  };
  test.each(Object.entries(schemas))("%s", async (name, schema) => {
    const validator = standardSchemaValidator(schema);
    expect(validator.name).toBe(name);
    expect(await validator.errorsIn({ a: { b: 1 } })).toEqual([]);
    expect(await validator.errorsIn({ a: { b: "x" } })).toEqual([
      { pointer: "/a/b", found: '"x"', wanted: expect.stringMatching(/number/) },
    ]);
  });
});

const PLAN = {
  workflow: "deferred-sweep-triage",
  open_ids: ["DW-1", "DW-2", "DW-3", "DW-4", "DW-5"],
  already_resolved: [{ id: "DW-1", evidence: "src/a.py:10" }],
  bundles: [{ name: "fix-cache", dw_ids: ["DW-2"], intent: "Add TTL" }],
  blocked: [{ id: "DW-3", blocker: "no access" }],
  skip: [{ id: "DW-4", reason: "obsolete" }],
  decisions: [
    {
      id: "DW-5",
      question: "Which?",
      options: [
        { key: "a", effect: "build", intent: "Build it" },
        { key: "b", effect: "close" },
      ],
      recommendation: "a",
    },
  ],
};

/** The id that was skipped, in a bundle instead. */
const MOVED = {
  skip: undefined,
  bundles: [{ name: "fix-cache", dw_ids: ["DW-2", "DW-4"], intent: "Add TTL" }],
};

describe("bmad-loop's triage", () => {
  const strict = bmadTriageValidator({ openIds: PLAN.open_ids });
  const [decision] = PLAN.decisions;

  test.each<[string, object, readonly string[]]>([
    ["a whole plan", {}, []],
    ["another workflow", { workflow: "x" }, ["/workflow"]],
    ["an id that is not open", { open_ids: [...PLAN.open_ids, "DW-9"] }, ["/open_ids/5"]],
    ["an open id that is left out", { open_ids: PLAN.open_ids.slice(1) }, ["/open_ids"]],
    ["an id claimed twice", { skip: [...PLAN.skip, { id: "DW-1", reason: "r" }] }, ["/skip/1/id"]],
    ["an id claimed by nobody", { skip: [] }, [""]],
    ["no evidence", { already_resolved: [{ id: "DW-1", evidence: " " }] }, ["/already_resolved/0/evidence"]],
    ["no blocker", { blocked: [{ id: "DW-3" }] }, ["/blocked/0/blocker"]],
    ["no reason", { skip: [{ id: "DW-4", reason: "" }] }, ["/skip/0/reason"]],
    ["a bundle without intent", { bundles: [{ name: "fix", dw_ids: ["DW-2"] }] }, ["/bundles/0/intent"]],
    [
      "a bundle's bad name",
      { bundles: [{ name: "Fix!", dw_ids: ["DW-2"], intent: "i" }] },
      ["/bundles/0/name"],
    ],
    [
      "a bundle with nothing",
      {
        bundles: [...PLAN.bundles, { name: "other", dw_ids: [], intent: "i" }],
      },
      ["/bundles/1/dw_ids"],
    ],
    [
      "two bundles of one name",
      {
        bundles: [PLAN.bundles[0], { name: "fix-cache", dw_ids: ["DW-4"], intent: "i" }],
        skip: [],
      },
      ["/bundles/1/name"],
    ],
    ["no question", { decisions: [{ ...decision, question: "" }] }, ["/decisions/0/question"]],
    [
      "one option",
      { decisions: [{ ...decision, options: [decision?.options[0]] }] },
      ["/decisions/0/options"],
    ],
    [
      "an unknown effect",
      {
        decisions: [{ ...decision, options: [decision?.options[0], { key: "b", effect: "burn" }] }],
      },
      ["/decisions/0/options/1/effect"],
    ],
    [
      "build without intent",
      {
        decisions: [{ ...decision, options: [{ key: "a", effect: "build" }, decision?.options[1]] }],
      },
      ["/decisions/0/options/0/intent"],
    ],
    [
      "two options of one key",
      {
        decisions: [{ ...decision, options: [decision?.options[0], { key: "a", effect: "close" }] }],
      },
      ["/decisions/0/options/1/key"],
    ],
    [
      "a recommendation that is no option",
      { decisions: [{ ...decision, recommendation: "c" }] },
      ["/decisions/0/recommendation"],
    ],
    ["a list that is none", { skip: "none" }, ["/skip", ""]],
    ["a list that is null", { skip: null }, ["/skip", ""]],
    ["a list that is left away, and all ids claimed by others", MOVED, []],
    ["a list that is left away, and its id claimed by nobody", { skip: undefined }, [""]],
    ["no open ids", { open_ids: undefined }, ["/open_ids", "/open_ids"]],
    [
      "an option's bad name for its bundle",
      {
        decisions: [
          { ...decision, options: [{ ...decision?.options[0], bundle_name: "Fix!" }, decision?.options[1]] },
        ],
      },
      ["/decisions/0/options/0/bundle_name"],
    ],
    [
      "an option's good name for its bundle, and an empty one",
      {
        decisions: [
          {
            ...decision,
            options: [
              { ...decision?.options[0], bundle_name: "fix-it" },
              { ...decision?.options[1], bundle_name: "" },
            ],
          },
        ],
      },
      [],
    ],
  ])("%s", async (_, over, expected) => {
    expect(await pointers(strict, { ...PLAN, ...over })).toEqual(expected);
  });

  test("cache mode takes the ids at their word, and says so", async () => {
    const cache = bmadTriageValidator();
    expect(cache.unchecked).toContain("cache mode");
    expect(strict.unchecked).toBeUndefined();
    expect(await pointers(cache, PLAN)).toEqual([]);
    expect(await pointers(cache, { ...PLAN, skip: [] })).toEqual([""]);
  });
});

describe("bmad-loop's migration", () => {
  const manifest = [
    { key: "k1", done: false },
    { key: "k2", done: true },
  ];
  const ledgerAfter = [
    "# Deferred Work",
    "### DW-4: kept\nstatus: open\nreason: as it was",
    "### DW-5: first\nstatus: open",
    "### DW-6: second\nstatus: done 2026-04-06",
  ].join("\n\n");
  const facts = { manifest, preCanonical: { "DW-4": "open" }, ledgerAfter };
  const result = {
    workflow: "deferred-sweep-migrate",
    mapping: [
      { key: "k1", dw_id: "DW-5" },
      { key: "k2", dw_id: "DW-6" },
    ],
  };

  test("the mapping and the ledger together", async () => {
    expect(await pointers(bmadMigrationValidator(facts), result)).toEqual([]);
  });

  test.each<[string, object, object, readonly string[]]>([
    ["an item left in the old form", {}, { ledgerAfter: `${ledgerAfter}\n## legacy\n- still here\n` }, [""]],
    ["an entry from before that is gone", {}, { preCanonical: { "DW-3": "open" } }, [""]],
    [
      "a number from before",
      { mapping: [{ key: "k1", dw_id: "DW-4" }, result.mapping[1]] },
      {},
      ["/mapping/0/dw_id"],
    ],
    [
      "a target that is not there",
      { mapping: [{ key: "k1", dw_id: "DW-7" }, result.mapping[1]] },
      {},
      ["/mapping/0/dw_id"],
    ],
    [
      "a target that is done and should be open",
      {},
      { manifest: [manifest[0], { key: "k2", done: false }] },
      ["/mapping/1/dw_id"],
    ],
    [
      "an entry from before with another status",
      {},
      { ledgerAfter: ledgerAfter.replace("status: open", "status: blocked") },
      [""],
    ],
    [
      "a new entry that is neither open nor done",
      {},
      { ledgerAfter: `${ledgerAfter}\n\n### DW-7: third\nstatus: closed` },
      [""],
    ],
    [
      "a new entry whose number is from before",
      {},
      { ledgerAfter: `${ledgerAfter}\n\n### DW-3: third\nstatus: open` },
      [""],
    ],
    ["a key that is not mapped", { mapping: [result.mapping[0]] }, {}, ["/mapping"]],
    [
      "a key mapped twice",
      { mapping: [...result.mapping, { key: "k1", dw_id: "DW-5" }] },
      {},
      ["/mapping/2/key"],
    ],
    [
      "a key that nobody knows",
      { mapping: [...result.mapping, { key: "k9", dw_id: "DW-5" }] },
      {},
      ["/mapping/2/key"],
    ],
  ])("%s", async (_, overResult, overFacts, expected) => {
    const validator = bmadMigrationValidator({ ...facts, ...overFacts });
    expect(await pointers(validator, { ...result, ...overResult })).toEqual(expected);
  });

  test("without the ledger half of it is checked, and it says so", async () => {
    const validator = bmadMigrationValidator();
    expect(validator.unchecked).toContain("the rewritten ledger");
    expect(await pointers(validator, result)).toEqual([]);
  });
});
