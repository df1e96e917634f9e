/**
 * lastword: what became of a child agent, from what it left on disk. The reading half (transcripts/) says what a
 * transcript proves; the deciding half (agents/) says what becomes of the run.
 */

export * from "./agents/index.ts";
export * from "./transcripts/index.ts";
