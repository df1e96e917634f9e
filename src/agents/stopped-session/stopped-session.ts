/** What becomes of a session that stopped: reads what the input names, and decides. The public way in. */

import process from "node:process";
import { isStandardSchema, standardSchemaValidator } from "../artifact/standard-schema.ts";
import type { StandardSchema } from "../artifact/standard-schema.ts";
import type { Validator } from "../artifact/validator.ts";
import type { Environment } from "../hooks/relay.ts";
import { decideFrom } from "./decide.ts";
import type { StoppedDecision } from "./decision.ts";
import { gather } from "./gather.ts";
import { readStoppedSession } from "./input.ts";
import type { StoppedSessionInput } from "./input.ts";
import { withKnownRelay } from "./known-relay.ts";
import { validatorFor } from "./validator-for.ts";

/** What only a caller in the same process can give. */
export interface StoppedSessionOptions {
  /** The artifact's contract as a Standard Schema (zod, valibot, arktype) or a validator; before `artifact.schema`. */
  readonly schema?: StandardSchema | Validator;
  /** Unix ms. By default the system's clock. */
  readonly now?: number;
  /** Where the user's settings are, for a relay that is looked up. By default this process's. */
  readonly env?: Environment;
}

/**
 * Decides a stopped session: complete, retry, pause, escalate or wait; whether an attempt is charged; who is to blame;
 * and what becomes of the run. Reads files; writes nothing.
 *
 * @param input the session; see docs/stopped-sessions.md for each field
 * @throws {InputError} for an input that is none: unknown fields, wrong types, a schema that cannot be used
 * @example
 * const { route, run } = await decideStoppedSession({
 *   status: "timeout",
 *   artifact: { path: "tasks/1/result.json", schema: "bmad-triage", required: true, launchedAt },
 * });
 */
export async function decideStoppedSession(
  input: StoppedSessionInput,
  { schema, now = Date.now(), env = process.env }: StoppedSessionOptions = {},
): Promise<StoppedDecision> {
  const read = withKnownRelay(readStoppedSession(input), env);
  return decideFrom(read, await gather(read, await chosen(schema, read), now), now);
}

async function chosen(
  schema: StoppedSessionOptions["schema"],
  { artifact }: StoppedSessionInput,
): Promise<Validator | undefined> {
  if (schema !== undefined) return isStandardSchema(schema) ? standardSchemaValidator(schema) : schema;
  return artifact === undefined ? undefined : validatorFor(artifact);
}
