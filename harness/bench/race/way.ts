/** What races: a way to learn from files how their runs ended. Types, and what all of them need. */

/** The formats that files of a race are written in. */
export const RACE_FORMATS = ["openclaw", "claude-code"] as const;
export type RaceFormat = (typeof RACE_FORMATS)[number];

/** Whether each run ended with an answer, in the order of the files; undefined where a way does not tell. */
export type Told = readonly (boolean | undefined)[];

/** A way to read transcripts. */
export interface Way {
  /** As it stands in the table, with its version: at most 40 columns. */
  readonly name: string;
  /** In which format it is given its files. */
  readonly format: RaceFormat;
  readonly read: (paths: readonly string[]) => Told | Promise<Told>;
  /** What the last reading took in other processes, processor ms. */
  readonly elsewhereMs?: () => number;
  /** The largest file that it reads, and why none larger, in a few words. */
  readonly limit?: { readonly bytesMax: number; readonly why: string };
}

/** Another project's way, or why it does not race. */
export type Peer =
  | { readonly kind: "ready"; readonly ways: readonly Way[]; readonly from: string }
  | { readonly kind: "skipped"; readonly why: string };

/** Looks a peer up, and makes it ready. Never throws for what is missing. */
export type PeerFinder = () => Promise<Peer>;

/** Reads files one after the other. */
export function each(read: (path: string) => boolean | undefined): (paths: readonly string[]) => Told {
  return (paths) => paths.map(read);
}

/** The same for what takes its time. */
export function eachLater(
  read: (path: string) => Promise<boolean | undefined>,
): (paths: readonly string[]) => Promise<Told> {
  return async (paths) => {
    const told: (boolean | undefined)[] = [];
    for (const path of paths) told.push(await read(path));
    return told;
  };
}
