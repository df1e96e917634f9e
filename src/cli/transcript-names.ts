/** Which files of a folder are taken for transcripts, by name alone. Pure. Source: formats.md, each format's "Where". */

/**
 * What a name says. `decoy`: certainly no transcript, though it looks like one (OpenClaw's trajectory log, which
 * may say "success" of a run that failed). `retired`: an older copy of a transcript, whose answer is not the
 * run's. `other`: not looked at.
 */
export type NameKind = "transcript" | "retired" | "decoy" | "other";

const TRANSCRIPT = /\.jsonl(?:\.zst)?$/;
const DECOY = /\.trajectory\.jsonl(?:\.zst)?$/;
/** `.reset.<time>`, `.deleted.<time>`, `.checkpoint.<id>`, `.bak-<time>`, before or behind the extension. */
const RETIRED =
  /\.jsonl\.(?:reset|deleted|checkpoint|bak)[.-]|\.(?:reset|deleted)\.\d[^/]*\.jsonl$|\.(?:checkpoint\.|bak-)[^/]*\.jsonl$/;

/** What a file's name says of the file. */
export function nameKind(name: string): NameKind {
  if (DECOY.test(name)) return "decoy";
  if (RETIRED.test(name)) return "retired";
  return TRANSCRIPT.test(name) ? "transcript" : "other";
}
