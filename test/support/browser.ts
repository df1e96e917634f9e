/** A real headless Chromium, where the machine has one. */

import { existsSync } from "node:fs";
import { env } from "node:process";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const PLACES = [
  env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
];
/** It must ask nobody for anything; and in a container, as root, its own sandbox does not start. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where Chromium is; undefined on a machine without it: then the tests of pages are skipped. */
export const CHROMIUM = PLACES.find((path) => path !== "" && existsSync(path));

/** Starts it. */
export function startBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("no Chromium here; name one in CHROMIUM");
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS, timeout: 120_000 });
}
