/** Which store a command takes, and that no password of a URL is ever told. */

import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { describe, expect, test } from "vitest";
import { fileOf, shownUrl, storeUrlFrom, withoutSecrets } from "../../src/cli/store-url.ts";
import { run } from "../support/command-line.ts";
import { Folder } from "../support/folder.ts";

const add = ["runs", "add", "--id", "run-1", "--session", "child", "--requester", "parent"];

describe("which", () => {
  test.each([
    ["sqlite:a.db", {}, "sqlite:a.db"],
    ["sqlite:~/a.db", { HOME: "/home/user" }, "sqlite:/home/user/a.db"],
    [undefined, { LASTWORD_STORE: "sqlite:b.db" }, "sqlite:b.db"],
    ["sqlite:a.db", { LASTWORD_STORE: "sqlite:b.db" }, "sqlite:a.db"],
    [undefined, { XDG_STATE_HOME: "/state" }, "sqlite:/state/lastword/runs.db"],
    [
      undefined,
      { XDG_STATE_HOME: "state", HOME: "/home/user" },
      "sqlite:/home/user/.local/state/lastword/runs.db",
    ],
    [undefined, {}, `sqlite:${homedir()}/.local/state/lastword/runs.db`],
  ])("typed %s, with %j: %s", (typed, env, url) => {
    expect(storeUrlFrom(typed, env)).toBe(url);
  });

  test("by default a file for its owner alone, in a folder for its owner alone", async () => {
    const folder = new Folder();
    expect((await run(add, { env: { XDG_STATE_HOME: folder.path } })).code).toBe(0);
    expect(statSync(folder.at("lastword/runs.db")).mode & 0o777).toBe(0o600);
    expect(statSync(folder.at("lastword")).mode & 0o777).toBe(0o700);
    const { code, out } = await run(["runs", "list"], { env: { XDG_STATE_HOME: folder.path } });
    expect([code, out.split(" ")[0]]).toEqual([0, "run-1"]);
  });
});

describe("what cannot be used: exit 2, where and what to do", () => {
  test.each(["list", "show run-1", "retry run-1", "dismiss --dead"])(
    "runs %s makes no store where a name is mistyped",
    async (command) => {
      const folder = new Folder();
      const url = `sqlite:${folder.at("typo.db")}`;
      const { code, out, err } = await run(["runs", ...command.split(" "), "--store", url]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toBe(
        `lastword: ${folder.at("typo.db")}: there is no such store; name another with --store, or add a run first\n`,
      );
      expect(existsSync(folder.at("typo.db"))).toBe(false);
    },
  );

  test("a file that is no database", async () => {
    const folder = new Folder();
    const url = `sqlite:${folder.write("runs.db", "x".repeat(5_000))}`;
    const { code, err } = await run(["runs", "list", "--store", url]);
    expect(code).toBe(2);
    expect(err).toMatch(/^lastword: sqlite:.*runs\.db: .*database/);
  });

  test.each([
    "postgres://me:s3cret@127.0.0.1:1/runs",
    "postgres://me:s3cret@127.0.0.1:1/runs?password=s3cret",
    "postgresql://me:s3%63ret@127.0.0.1:1/s3cret-not",
    "postgres://me:s3cret@127.0.0.1:none/runs",
    "postgres://me:s3cret",
    "postgre://me:s3cret@127.0.0.1/runs",
    "memory:s3cret",
    "s3cret",
  ])("no password is told of %s", async (url) => {
    for (const command of [["runs", "list"], add]) {
      const { code, out, err } = await run([...command, "--store", url]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^lastword: .*\n$/);
      expect(err.replace("s3cret-not", "")).not.toContain("s3cret");
    }
  });
});

test.each([
  ["sqlite:/a/b.db", "sqlite:/a/b.db"],
  ["postgres://me:pw@host:5433/runs?sslmode=require", "postgres://me@host:5433/runs"],
  ["postgres:///runs", "postgres:///runs"],
  ["postgres://a b", "postgres:…"],
  ["other://me:pw@host", "other:…"],
  ["pw", "…"],
])("%s is told as %s", (url, shown) => {
  expect(shownUrl(url)).toBe(shown);
});

test("a driver's words lose the password, as it was typed and as it was meant", () => {
  const url = "postgres://me:p%40ss@host/runs?sslpassword=other";
  const told = "postgres://me@host/runs and ***, ***, ***";
  expect(withoutSecrets(`${url} and p%40ss, p@ss, other`, url)).toBe(told);
});

test("a URL without a password is told whole", () => {
  const url = "postgres://me@127.0.0.1:1/runs";
  expect(withoutSecrets(`${url}: no answer`, url)).toBe(`${url}: no answer`);
});

test.each([
  ["sqlite:a.db", "a.db"],
  ["sqlite:/a.db", "/a.db"],
  ["SQLITE:///a.db", "/a.db"],
  ["sqlite:", undefined],
  ["postgres://host/x", undefined],
])("the file of %s", (url, file) => {
  expect(fileOf(url)).toBe(file);
});
