/** Which store a command means, and how its URL may be told: never with a password in it. Pure. */

import { join } from "node:path";
import { homeFolder } from "../agents/home.ts";
import type { Io } from "./io.ts";
import { xdgFolder } from "./xdg.ts";

/**
 * The store that was typed, else the one in `LASTWORD_STORE` (where a password shows in no list of processes), else
 * `runs.db` under the XDG state folder.
 */
export function storeUrlFrom(typed: string | undefined, env: Io["env"]): string {
  const named = typed ?? nonEmpty(env["LASTWORD_STORE"]);
  if (named === undefined) return `sqlite:${join(xdgFolder("XDG_STATE_HOME", env), "runs.db")}`;
  // A shell leaves the tilde alone behind the colon.
  return named.replace(/^(sqlite:)~\//i, (_whole, scheme: string) => `${scheme}${homeFolder(env)}/`);
}

/** The file of a SQLite URL; undefined for any other. */
export function fileOf(url: string): string | undefined {
  return /^sqlite:(?:\/\/(?=\/))?(.+)$/is.exec(url)?.[1];
}

/** The URL as it may be told: of a server its user, host and database. */
export function shownUrl(url: string): string {
  if (fileOf(url) !== undefined) return url;
  const parsed = /^postgres(?:ql)?:/i.test(url) ? parsedUrl(url) : undefined;
  if (parsed === undefined) return `${/^[a-z]+:/i.exec(url)?.[0] ?? ""}…`;
  const user = parsed.username === "" ? "" : `${parsed.username}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}

/** Text of others (a driver's, say) without the passwords of a URL. */
export function withoutSecrets(text: string, url: string): string {
  const parsed = parsedUrl(url);
  const given = parsed === undefined ? [] : [parsed.password, ...parsed.searchParams.values()];
  const secrets = [...given, ...given.map(decoded)].filter((secret) => secret !== "");
  // The longest first: one may be a part of another.
  const ordered = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  if (fileOf(url) !== undefined) return text;
  const bare = text.replaceAll(url, shownUrl(url));
  return ordered.reduce((told, secret) => told.replaceAll(secret, "***"), bare);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function parsedUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
