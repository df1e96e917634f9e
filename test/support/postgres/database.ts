/** An empty PostgreSQL database for one test file, on the run's one server. */

import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";

export interface Database {
  readonly url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** A new, empty database. The first call of a run waits for the server to start. */
export async function freshDatabase(): Promise<Database> {
  const said = await text(connect(inject("postgresBroker"), "127.0.0.1"));
  if (!said.startsWith("postgres:")) throw new Error(said);
  const name = `t${randomBytes(8).toString("hex")}`;
  await asAdmin(said, `create database ${name}`);
  const url = new URL(said);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => asAdmin(said, `drop database if exists ${name} with (force)`) };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
