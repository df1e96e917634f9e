/** Which rows were seen: a bounded memory of ids, and of what each row said. Pure but for what it remembers. */

/** Ids in one half of the memory. When a half is full the older one is forgotten, so that this many are known at least. */
const HALF_MAX = 32_768;

/** Remembers the newest ids, and a fingerprint for each. */
export class SeenRows {
  #newer = new Map<string, number>();
  #older = new Map<string, number>();
  /** True once ids were forgotten: then an unknown one may have been seen all the same. */
  forgets = false;

  has(uuid: string): boolean {
    return this.#newer.has(uuid) || this.#older.has(uuid);
  }

  /** The fingerprint of the last row with this id. */
  get(uuid: string): number | undefined {
    return this.#newer.get(uuid) ?? this.#older.get(uuid);
  }

  /** Two halves, since a map that always loses its oldest key must step over all the holes to find it. */
  set(uuid: string, fingerprint: number): void {
    this.#newer.set(uuid, fingerprint);
    if (this.#newer.size < HALF_MAX) return;
    this.forgets ||= this.#older.size > 0;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}

/** Objects inside objects are told apart this deep. */
const DEPTH_MAX = 32;

/** Enough to tell whether two rows with one id say the same, however they are spelled: FNV-1a over what they hold. */
export function fingerprintOf(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null) return hashOf(`${typeof value} ${String(value)}`);
  if (depth > DEPTH_MAX) return 0;
  if (Array.isArray(value)) {
    return value.reduce((hash: number, part) => mix(hash, fingerprintOf(part, depth + 1)), value.length);
  }
  // A sum, so that the order of the keys does not matter.
  return Object.entries(value).reduce(
    (sum, [key, part]) => (sum + mix(hashOf(key), fingerprintOf(part, depth + 1))) | 0,
    0x5bd1e995,
  );
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = mix(hash, text.charCodeAt(index));
  return hash;
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}
