import { MemoryRegistry, createSweeper } from "../../src/agents/index.ts";

const contexts = new Set<string>(); // the runs that your process holds right now
const registry = new MemoryRegistry(); // or your own: it needs listStale and settle
registry.put({
  runId: "run-1",
  generation: 1,
  status: "running",
  childSessionKey: "agent:main:subagent:c1",
  requesterSessionKey: "agent:main:main",
  createdAt: Date.parse("2026-11-01T10:00:00Z"),
  transcript: "child.jsonl",
});
const sweeper = createSweeper({
  registry,
  isLive: (run) => contexts.has(run.runId),
  onSettled: (run, settlement) =>
    console.log(run.runId, settlement.kind === "ok" ? settlement.result.text : settlement.reason),
});
await sweeper.sweepOnce(); // or start(): every 30 s, and it keeps no process alive
