/** Any Standard Schema value (zod, valibot, arktype and others) as a validator. Source: standardschema.dev, version 1. */

import { pointerOf, shown } from "./validator.ts";
import type { ArtifactError, Validator } from "./validator.ts";

/** A Standard Schema, as far as it is needed here: typed by shape, so that no package has to be installed. */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  };
}

/** What a Standard Schema answers. */
export interface StandardResult {
  readonly issues?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[]
    | undefined;
}

/** The schema as a validator. What it would make of the value is not used: a result stays as it was written. */
export function standardSchemaValidator(schema: StandardSchema): Validator {
  const { vendor, validate } = schema["~standard"];
  return {
    name: vendor,
    errorsIn: async (value) => {
      const { issues = [] } = await validate(value);
      return issues.map(({ message, path = [] }): ArtifactError => {
        const keys = path.map((part) => (typeof part === "object" ? part.key : part));
        return { pointer: pointerOf(keys), found: shown(valueAt(value, keys)), wanted: message };
      });
    },
  };
}

/** True for a value that says it is a Standard Schema; some are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") && "~standard" in value
  );
}

function valueAt(value: unknown, keys: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Object.getOwnPropertyDescriptor(found, key)?.value;
  }
  return found;
}
