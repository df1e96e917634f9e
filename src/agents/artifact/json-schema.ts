/**
 * A JSON Schema as a validator, through ajv. Drafts 07, 2019-09 and 2020-12; nothing is fetched, so a schema must
 * hold all that it refers to. `format` is an annotation here, as the drafts have it by default.
 */

import type { ErrorObject, ValidateFunction } from "ajv";
import { asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { shown } from "./validator.ts";
import type { ArtifactError, Validator } from "./validator.ts";

/** A schema that no validator can be made of. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/**
 * The schema as a validator. Loads ajv with its first use.
 *
 * @param name how the schema is named to people: its file, say
 * @throws {SchemaError} for a schema that is none, or that refers to what it does not hold
 */
export async function jsonSchemaValidator(schema: JsonObject | boolean, name: string): Promise<Validator> {
  const validate = await compile(schema, name);
  return {
    name,
    errorsIn: (value) => (validate(value) ? [] : (validate.errors ?? []).map(errorFrom)),
  };
}

async function compile(schema: JsonObject | boolean, name: string): Promise<ValidateFunction> {
  const options = {
    allErrors: true,
    verbose: true,
    strict: false,
    validateFormats: false,
    logger: false,
  } as const;
  const draft = typeof schema === "boolean" ? "" : (asString(schema["$schema"]) ?? "");
  try {
    if (draft.includes("2020-12")) {
      return new (await import("ajv/dist/2020.js")).Ajv2020(options).compile(schema);
    }
    if (draft.includes("2019-09")) {
      return new (await import("ajv/dist/2019.js")).Ajv2019(options).compile(schema);
    }
    return new (await import("ajv")).Ajv(options).compile(schema);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SchemaError(`${name} is no JSON Schema that can be used: ${why}`, { cause: error });
  }
}

/** ajv's message says what must be; a few keep the word that matters in their parameters. */
function errorFrom({ instancePath, data, message = "", params, keyword }: ErrorObject): ArtifactError {
  const wanted = (message === "" ? keyword : message).replace(/^must /, "");
  return { pointer: instancePath, found: shown(data), wanted: wanted + wordsFrom(params, keyword) };
}

function wordsFrom(params: JsonObject, keyword: string): string {
  switch (keyword) {
    case "enum":
      return `: ${shown(params["allowedValues"])}`;
    case "const":
      return `: ${shown(params["allowedValue"])}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `: ${shown(params["additionalProperty"] ?? params["unevaluatedProperty"])}`;
    default:
      return "";
  }
}
