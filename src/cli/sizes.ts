/** Sizes in bytes, as people read and type them. Pure. */

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** A size in at most six columns: `999 B`, `1.2 kB`, `640 MB`. Decimal units, as disks are sold. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 would be rounded to 1000 of its unit: one unit up is shorter, and right.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 9.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? ""}`;
}

/** A whole number with its thousands apart, `1,234,567`. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

const SIZE = /^(\d+)\s*([KMG]?)(?:i?B)?$/i;
const FACTORS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["K", 1_024],
  ["M", 1_024 ** 2],
  ["G", 1_024 ** 3],
]);

/** A number of bytes from what a person typed: `4096`, `64K`, `16M`, `1GiB` (powers of 1,024). Else undefined. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit = ""] = SIZE.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits) * (FACTORS.get(unit.toUpperCase()) ?? 1);
}
