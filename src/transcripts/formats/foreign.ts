import type { JsonObject } from "../json.ts";
export function nameForeign(_records: readonly JsonObject[], _bytes: Uint8Array): string | undefined {
  return undefined;
}
