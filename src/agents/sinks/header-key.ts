/** A key as an HTTP header can carry it. Pure. */

/**
 * The key, with what is no plain sign of ASCII, and `%`, as `%xx` of its UTF-8. No two keys are written alike.
 *
 * @param key any text
 */
export function headerKey(key: string): string {
  return key.replaceAll(/[^\w.~:/@+=,-]/gu, encoded);
}

function encoded(char: string): string {
  // Half a surrogate pair has no UTF-8.
  if (/^\p{Cs}$/u.test(char)) return `%u${char.charCodeAt(0).toString(16)}`;
  return Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
