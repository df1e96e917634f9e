/** What a validator is, and what it says of a value that it refuses. */

/** One thing wrong with a value. */
export interface ArtifactError {
  /** JSON Pointer (RFC 6901) to the place; empty for the whole. */
  readonly pointer: string;
  /** The value there, as short JSON, or `nothing`. Untrusted text. */
  readonly found: string;
  /** What would have been accepted. */
  readonly wanted: string;
}

/** A contract that a result must keep. */
export interface Validator {
  /** For people: a file's name, `bmad-triage`, a library's name. */
  readonly name: string;
  /** What of the contract is not checked here, for people; absent where all of it is. */
  readonly unchecked?: string;
  /** All that is wrong, in the order found; none where the value keeps the contract. */
  readonly errorsIn: (value: unknown) => readonly ArtifactError[] | Promise<readonly ArtifactError[]>;
}

/** More errors than that help nobody; further ones are counted, not kept. */
export const ERRORS_MAX = 50;
/** Of a found value so much is shown, characters. */
const FOUND_CHARS_MAX = 120;

/** A value as it is shown in an error: short JSON. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value) && value.length > 8) return `an array of ${value.length}`;
  const json = jsonOf(value);
  return json.length > FOUND_CHARS_MAX ? `${json.slice(0, FOUND_CHARS_MAX)}…` : json;
}

/** A path of keys as a JSON Pointer. */
export function pointerOf(keys: readonly PropertyKey[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return "a value that cannot be shown";
  }
}
