/** bmad-loop's ledger of deferred work, as far as a migration must be checked: its entries, and what is none. Pure. */

/** A ledger. */
export interface Ledger {
  /** Id to status. */
  readonly entries: ReadonlyMap<string, string>;
  readonly repeated: readonly string[];
  /** List items that stand under no entry: what the old form was made of. */
  readonly legacy: readonly string[];
}

/** Reads a ledger's Markdown: `### DW-n: title` begins an entry, its `status:` line says how it stands. */
export function readLedger(text: string): Ledger {
  const entries = new Map<string, string>();
  const repeated: string[] = [];
  const legacy: string[] = [];
  let current: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^(#{1,6})\s+(?:(DW-\d+):)?/.exec(line);
    if (heading !== null) {
      current = heading[2];
      if (current !== undefined && entries.has(current)) repeated.push(current);
      if (current !== undefined) entries.set(current, "");
      continue;
    }
    const status = /^status:\s*(.+?)\s*$/i.exec(line)?.[1];
    if (current !== undefined && status !== undefined) entries.set(current, status);
    else if (current === undefined && /^\s*(?:[-*+]|\d+[.)])\s+\S/.test(line)) legacy.push(line.trim());
  }
  return { entries, repeated, legacy };
}
