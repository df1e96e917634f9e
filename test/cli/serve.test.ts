/** `lastword serve`: who may ask, and the page in a real browser. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { request as httpRequest } from "node:http";
import { execPath } from "node:process";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openRegistry } from "../../src/agents/index.ts";
import type { RunStore } from "../../src/agents/index.ts";
import { CHROMIUM, startBrowser } from "../support/browser.ts";
import { build, ended } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { run } from "../support/command-line.ts";
import { Folder } from "../support/folder.ts";
import { aRun, lostContext } from "../support/registry-runs.ts";
import { until } from "../support/until.ts";

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

/** A store with a run in hand, one that waits, and one whose parent could not be told; and its page's address. */
async function served(): Promise<{
  readonly url: string;
  readonly store: RunStore;
  readonly child: ChildProcess;
}> {
  const folder = new Folder();
  const store = await openRegistry(`sqlite:${folder.at("runs.db")}`);
  onTestFinished(() => store.close());
  const now = Date.now();
  await store.add(aRun({ runId: "in-hand", startedAt: now - 500_000 }));
  await store.claim({ now, graceMs: 0, limit: 1, leaseMs: 60_000, holder: "host:7" });
  await store.add(
    aRun({ runId: "waits", waitingUntil: now + 90_000, waitingFor: "its child", label: "<b id=bold>x</b>" }),
  );
  await store.add(aRun({ runId: "untold" }));
  await store.settle({
    runId: "untold",
    generation: 1,
    from: "running",
    settlement: lostContext("Half."),
    at: now,
  });
  const [message] = await store.claimDeliveries({ now, limit: 1, leaseMs: 1_000, holder: "courier" });
  if (message !== undefined) await store.failed(message, { at: now, error: "nobody listens" });
  const args = [built.program, "serve", "--store", `sqlite:${folder.at("runs.db")}`];
  const child = spawn(execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
  onTestFinished(() => void child.kill("SIGKILL"));
  await until(() => out.includes("\n"));
  return { url: out.trim(), store, child };
}

/** What comes back. */
async function asked(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
  body = "",
): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve([response.statusCode ?? 0, text]));
    });
    request.on("error", reject);
    request.end(body);
  });
}

const OWN = { "x-lastword": "1" };

test("on loopback, for who has the address; no other page can read it or post to it", async () => {
  const { url, store, child } = await served();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  const { origin, port } = new URL(url);
  expect((await asked(url))[0]).toBe(200);
  expect((await asked(`${origin}/`))[0]).toBe(404);
  expect((await asked(`${origin}/${"A".repeat(32)}/state`, OWN))[0]).toBe(404);
  expect((await asked(url, { host: `localhost.example:${port}` }))[0]).toBe(403);
  expect((await asked(`${url}state`))[0]).toBe(403);
  const [status, text] = await asked(`${url}state`, OWN);
  expect(status).toBe(200);
  const { runs } = JSON.parse(text) as { runs: readonly { readonly runId: string }[] };
  expect(runs.find(({ runId }) => runId === "in-hand")).toMatchObject({ holder: "host:7" });
  expect(runs.find(({ runId }) => runId === "untold")).toMatchObject({
    outcome: "error",
    message: { state: "dead", lastError: "nobody listens" },
  });
  const retry = JSON.stringify({ runId: "untold" });
  expect((await asked(`${url}retry`, {}, "POST", retry))[0]).toBe(403);
  expect((await asked(`${url}retry`, OWN, "POST", "x".repeat(10_000)))[0]).toBe(400);
  expect((await store.listDeliveries({ state: "dead", limit: 5 })).length).toBe(1);
  expect((await asked(`${url}retry`, OWN, "POST", retry))[0]).toBe(200);
  expect((await store.listDeliveries({ state: "dead", limit: 5 })).length).toBe(0);
  expect((await asked(`${url}dismiss`, OWN, "POST", JSON.stringify({ runId: "nobody" })))[0]).toBe(409);
  const over = ended(child);
  child.kill("SIGTERM");
  expect((await over).code).toBe(0);
});

test("a store that is not there, a port that is none: exit 2, and what to do", async () => {
  const folder = new Folder();
  const none = await run(["serve", "--store", `sqlite:${folder.at("none.db")}`]);
  expect(none.code).toBe(2);
  expect(none.err).toContain("there is no such store");
  expect((await run(["serve", "--port", "70000"])).err).toMatch(/Give a whole number from 1 to 65535/);
});

describe.skipIf(CHROMIUM === undefined)("in Chromium (skipped where there is none)", () => {
  test("shows leases, waits and messages that did not arrive, and tells a parent again", async () => {
    const { url, store } = await served();
    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    await page.goto(url);
    const rowOf = (runId: string) => page.locator("#runs tbody tr", { hasText: runId });
    await rowOf("untold").waitFor();
    expect(await rowOf("in-hand").textContent()).toContain("host:7, until ");
    expect(await rowOf("waits").textContent()).toContain(": its child");
    expect(await rowOf("waits").textContent()).toContain("<b id=bold>x</b>");
    expect(await page.locator("#bold").count()).toBe(0);
    expect(await rowOf("untold").textContent()).toContain("given up, tried 1 times: nobody listens");
    expect(await page.locator("#counts li").allTextContents()).toContain("1messages given up");
    // It asks every other moment: who is on a button stays there, and hears no count again.
    await rowOf("untold").getByRole("button", { name: "dismiss" }).focus();
    await page.evaluate(
      "window.said = 0; new MutationObserver(() => (window.said += 1)).observe(document.getElementById('shown'), { childList: true })",
    );
    const asOf = await page.textContent("#as-of");
    await expect.poll(() => page.textContent("#as-of"), { timeout: 30_000 }).not.toBe(asOf);
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("retry");
    expect(await page.evaluate("window.said")).toBe(0);
    await page.keyboard.press("Enter");
    await rowOf("untold").getByText("to be told").waitFor();
    expect((await store.listDeliveries({ state: "pending", limit: 5 })).length).toBe(1);
    await page.fill("#search", "waits");
    expect(await page.locator("#runs tbody tr").count()).toBe(1);
    expect(said).toEqual([]);
  }, 180_000);
});
