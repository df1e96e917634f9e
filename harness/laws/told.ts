/** Values as text that is the same whatever the order of their keys, for comparing what was said. Pure. */

/** The value as JSON, its keys in order. */
export function told(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => (isPlain(field) ? sorted(field) : field));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
