/** What PostgreSQL does for each statement that runs often, on a table where nearly everything has ended. */

import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresDialect } from "../../../../src/agents/stores/postgres/dialect.ts";
import { postgresEngine } from "../../../../src/agents/stores/postgres/engine.ts";
import { openPostgresStore } from "../../../../src/agents/stores/postgres/store.ts";
import { runStatements } from "../../../../src/agents/stores/sql/run-statements.ts";
import { settlementStatements } from "../../../../src/agents/stores/sql/settlement-statements.ts";
import type { SqlEngine } from "../../../../src/agents/stores/sql/statement.ts";
import { freshDatabase } from "../../../support/postgres/database.ts";
import type { Database } from "../../../support/postgres/database.ts";
import { NOW } from "../../../support/registry-runs.ts";

const runs = runStatements(postgresDialect("lastword"));
const settlements = settlementStatements(postgresDialect("lastword"));
let database: Database;
let pool: pg.Pool;
let engine: SqlEngine;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await (await openPostgresStore(pool)).close();
  engine = postgresEngine(pool, { ownsPool: false });
  await pool.query(`insert into lastword.runs (run_id, generation, status, outcome, source, child_session_key,
      requester_session_key, created_at, began_at, ended_at, due_at)
    select 'run-' || n, 1, case when n % 100 = 0 then 'running' else 'ended' end,
      case when n % 100 = 0 then null else 'ok' end, 'host', 'c', 'r', ${NOW} - n, ${NOW} - n,
      case when n % 100 = 0 then null else ${NOW} end, case when n % 100 = 0 then 0 end
    from generate_series(1, 20000) as n`);
  await pool.query(`insert into lastword.settlements (run_id, generation, revision, correction, requester_session_key,
      child_session_key, outcome, source, settlement, evidence, evidence_sha256, settled_at, state, due_at)
    select run_id, 1, 0, 0, 'r', 'c', 'ok', 's', '{}', '{}', '', ended_at, 'delivered', null
    from lastword.runs where status = 'ended'`);
  await pool.query("vacuum analyze lastword.runs");
  await pool.query("vacuum analyze lastword.settlements");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([
  ["listStale", runs.listStale, "runs_due"],
  ["countStale", runs.countStale, "runs_due"],
  ["claim", runs.claim, "runs_due"],
  ["listAll", runs.listAll, "runs_by_age"],
  ["listOpen", runs.listOpen, "runs_open_by_age"],
  ["hasActiveDescendant", runs.hasActiveDescendant, "runs_by_parent"],
  ["activeDescendants", runs.activeDescendants, "runs_by_parent"],
  ["breakUp", runs.breakUp, "runs_leased"],
  ["breakUpDeliveries", settlements.breakUp, "settlements_leased"],
  ["claimDeliveries", settlements.claim, "settlements_due"],
  ["listDeliveries", settlements.list, "settlements_by_state"],
])("%s goes by its index, and scans no table", async (_name, text, index) => {
  const plan = await planOf(text);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (?:runs|settlements)\b/);
});

async function planOf(text: string): Promise<string> {
  const values = new Map<string, string | number | null>([
    ["host", "one"],
    ["roots", "[]"],
    ["statuses", null],
    ["outcome", null],
    ["runId", "run-7"],
    ["afterId", ""],
    ["holder", "x"],
    ["state", "dead"],
    ["createdBefore", NOW],
    ["beganBefore", NOW],
    ["now", NOW],
    ["until", NOW],
    ["settledAfter", NOW],
    ["limit", 50],
    ["leaseMax", NOW],
  ]);
  const names = [...text.matchAll(/(?<!:):(\w+)/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(
    names.map((name) => [name, values.get(name) ?? (values.has(name) ? null : 1)]),
  );
  const rows = await engine.one({ text: `explain ${text}`, params });
  return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
}
