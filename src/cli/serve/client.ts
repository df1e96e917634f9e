/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The live page's own script: asks for the store's state every other moment, shows it, and says retry or dismiss. Every
 * text of a run goes in as text. It stands alone, as a page's script must.
 */

import type { ServedRun, ServedState } from "./data.ts";

/** How often the state is asked for, ms. */
const ASK_EVERY_MS = 2_000;
const HEADERS = { "x-lastword": "1", "content-type": "application/json" };

/** `drawn` is what the rows were made from: the same again leaves them, and with them focus and selection, alone. */
const view: { state: ServedState | undefined; busy: boolean; drawn: string } = {
  state: undefined,
  busy: false,
  drawn: "",
};

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${id}`);
}

function cell(text: string, className = ""): HTMLElement {
  const made = document.createElement("td");
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

function isState(value: unknown): value is ServedState {
  return typeof value === "object" && value !== null && "runs" in value && Array.isArray(value.runs);
}

async function ask(): Promise<void> {
  if (view.busy) return;
  view.busy = true;
  try {
    const response = await fetch("state", { headers: HEADERS });
    const state: unknown = response.ok ? await response.json() : undefined;
    if (!isState(state)) throw new Error(`the store could not answer (${response.status})`);
    view.state = state;
    show();
  } catch (error) {
    const why = error instanceof Error ? error.message : "no answer";
    tell("shown", `Not up to date: ${why}. Is lastword serve still running?`);
  } finally {
    view.busy = false;
  }
}

async function say(verb: "retry" | "dismiss", runId: string): Promise<void> {
  try {
    await fetch(verb, { method: "POST", headers: HEADERS, body: JSON.stringify({ runId }) });
  } finally {
    // A message that was refused is the same as before: its buttons work again.
    view.drawn = "";
    await ask();
  }
}

function show(): void {
  const { state } = view;
  if (state === undefined) return;
  const search = element("search", HTMLInputElement).value.trim().toLowerCase();
  const runs = state.runs.filter((run) =>
    `${run.runId}\n${run.about}\n${stateOf(run)}`.toLowerCase().includes(search),
  );
  showRows(runs, state.at);
  tell("shown", `${runs.length} of ${state.runs.length}${state.more ? " and more" : ""} runs`);
  tell("as-of", `, as of ${time(state.at)}`);
  showCounts(state);
}

/** What is said aloud is only said again where it is new. */
function tell(id: string, text: string): void {
  const place = element(id, HTMLElement);
  if (place.textContent !== text) place.textContent = text;
}

function showRows(runs: readonly ServedRun[], now: number): void {
  const rows = JSON.stringify([runs, runs.map((run) => handOf(run, now))]);
  if (rows === view.drawn) return;
  view.drawn = rows;
  const focused = document.activeElement?.getAttribute("aria-label");
  const body = document.querySelector("#runs tbody");
  body?.replaceChildren(...runs.map((run) => rowFor(run, now)));
  if (focused === null || focused === undefined) return;
  const buttons = Array.from(body?.querySelectorAll("button") ?? []);
  buttons.find((one) => one.getAttribute("aria-label") === focused)?.focus();
}

function showCounts({ runs }: ServedState): void {
  const counts = [
    ["parked", "running", runs.filter((run) => run.status === "running").length],
    ["parked", "paused or waiting", runs.filter((run) => run.status === "paused" || isWaiting(run)).length],
    ["terminal", "ended ok", runs.filter((run) => run.outcome === "ok").length],
    ["unfinished", "ended with an error", runs.filter((run) => run.outcome === "error").length],
    ["indeterminate", "messages given up", runs.filter((run) => run.message?.state === "dead").length],
  ] as const;
  element("counts", HTMLElement).replaceChildren(
    ...counts.map(([className, words, count]) => {
      const item = document.createElement("li");
      item.className = className;
      const [number, text] = [document.createElement("b"), document.createElement("span")];
      number.textContent = String(count);
      text.textContent = words;
      item.append(number, text);
      return item;
    }),
  );
}

function isWaiting({ status, waitingUntil }: ServedRun): boolean {
  return status !== "ended" && waitingUntil !== undefined;
}

function stateOf({ status, outcome }: ServedRun): string {
  return outcome === undefined ? status : `${status} ${outcome}`;
}

function rowFor(run: ServedRun, now: number): HTMLElement {
  const row = document.createElement("tr");
  const parent = cell(toldOf(run));
  const { message } = run;
  if (message?.state === "dead" || message?.state === "pending") {
    const hands = document.createElement("div");
    hands.className = "hands";
    hands.append(handFor("retry", run), handFor("dismiss", run));
    parent.append(hands);
  }
  const className = run.outcome === "ok" ? "terminal" : run.outcome === "error" ? "unfinished" : "parked";
  row.append(
    cell(run.runId, "path"),
    cell(stateOf(run), `badge ${className}`),
    cell(time(run.began), "number"),
    cell(handOf(run, now)),
    parent,
    cell(run.about),
  );
  return row;
}

function handFor(verb: "retry" | "dismiss", { runId }: ServedRun): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = verb;
  made.setAttribute("aria-label", `${verb} the message about ${runId}`);
  made.addEventListener("click", () => {
    made.disabled = true;
    void say(verb, runId);
  });
  return made;
}

function handOf(run: ServedRun, now: number): string {
  const { holder, leaseUntil, waitingUntil, waitingFor, pauseReason, host, source } = run;
  if (run.status === "ended") return source ?? "";
  if (holder !== undefined && leaseUntil !== undefined) {
    return `${holder}, ${leaseUntil > now ? `until ${time(leaseUntil)}` : "its lease is over"}`;
  }
  if (waitingUntil !== undefined) return `until ${time(waitingUntil)}: ${waitingFor ?? ""}`;
  return pauseReason ?? host ?? "";
}

function toldOf({ message, status }: ServedRun): string {
  if (message === undefined) return status === "ended" ? "told" : "";
  const tried = message.attempts === 0 ? "" : `, tried ${message.attempts} times`;
  const why = message.lastError === undefined ? "" : `: ${message.lastError}`;
  return `${message.state === "dead" ? "given up" : "to be told"}${tried}${why}`;
}

function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

element("search", HTMLInputElement).addEventListener("input", show);
element("filters", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
setInterval(() => {
  if (document.visibilityState === "visible") void ask();
}, ASK_EVERY_MS);
void ask();
