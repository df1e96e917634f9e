/** From what an input says of a schema to its validator. Reads the schema's file; everything else is loaded. */

import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { asObject } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { bmadMigrationValidator } from "../artifact/bmad-migration.ts";
import { bmadTriageValidator } from "../artifact/bmad-triage.ts";
import { SchemaError, jsonSchemaValidator } from "../artifact/json-schema.ts";
import type { Validator } from "../artifact/validator.ts";
import { InputError } from "./fields.ts";
import type { ArtifactInput } from "./input.ts";

/** A schema is written by hand, or nearly. */
const SCHEMA_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The validator that the input asks for; undefined where it asks for none.
 *
 * @throws {InputError} for a schema that cannot be read or used: with it nothing could be decided
 */
export async function validatorFor(artifact: ArtifactInput): Promise<Validator | undefined> {
  const { schema } = artifact;
  if (schema === undefined) return undefined;
  if (schema === "bmad-triage") return bmadTriageValidator(artifact);
  if (schema === "bmad-migration") return bmadMigrationValidator(artifact);
  try {
    return typeof schema === "string"
      ? await jsonSchemaValidator(readSchema(schema), basename(schema))
      : await jsonSchemaValidator(schema, "the given schema");
  } catch (error) {
    if (error instanceof SchemaError) throw new InputError([`artifact.schema: ${error.message}`]);
    throw error;
  }
}

function readSchema(path: string): JsonObject | boolean {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > SCHEMA_BYTES_MAX) {
      throw new InputError([`artifact.schema: ${path} is no file of at most ${SCHEMA_BYTES_MAX} bytes`]);
    }
    const schema: unknown = JSON.parse(readFileSync(path, "utf8"));
    const usable = typeof schema === "boolean" ? schema : asObject(schema);
    if (usable !== undefined) return usable;
  } catch (error) {
    if (error instanceof InputError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError([
      `artifact.schema: ${path} is neither bmad-triage, bmad-migration nor a JSON file (${why})`,
    ]);
  }
  throw new InputError([`artifact.schema: ${path} holds no JSON Schema`]);
}
