/** Where the two databases say the same thing in different words. Everything else is one text for both. */

export interface Dialect {
  /** The tables' names, with a schema where there is one. */
  readonly runs: string;
  readonly settlements: string;
  /** The texts of a JSON array that is bound as `:name`, as a table with the column `value`. */
  readonly each: (name: string) => string;
  /** Holds the selected rows until the transaction ends. */
  readonly forUpdate: string;
  /** The same, but passes over rows that somebody else holds. */
  readonly forUpdateSkipLocked: string;
}
