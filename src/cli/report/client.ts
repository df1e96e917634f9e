/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The page's own script: counts, charts, a table to sort and filter, and a run's last turn. It runs in a browser, in
 * a page that may load nothing. Every text of a transcript goes in as text, never as HTML. It stands alone: what it
 * imports would have to be loaded.
 */

import type { Chart as ChartClass, ChartConfiguration } from "chart.js";
import type { ReportData, ReportRecord, ReportRun } from "./data.ts";

declare const Chart: typeof ChartClass;

const KINDS = ["terminal", "parked", "unfinished", "indeterminate"] as const;
const KIND_WORDS = {
  terminal: "ended with an answer",
  parked: "parked",
  unfinished: "did not finish",
  indeterminate: "not to be known",
} as const;
/** Rows of one page of the table: ten thousand at once would make every key press slow. */
const PAGE_ROWS = 100;
/** Reasons and days in a chart. */
const BARS_MAX = 12;
const DAYS_MAX = 60;
const DAY_MS = 86_400_000;

interface Column {
  readonly title: string;
  readonly value: (run: ReportRun) => string | number;
  readonly numeric?: true;
}

const data = readData();
const COLUMNS: readonly Column[] = [
  { title: "Changed", value: (run) => run.changed, numeric: true },
  { title: "Verdict", value: (run) => run.kind },
  { title: "Reason", value: (run) => phrase(run) },
  { title: "Agent", value: (run) => run.agent },
  { title: "Path", value: (run) => run.path },
  { title: "Size", value: (run) => run.bytes, numeric: true },
  { title: "Last text", value: (run) => run.text },
];

/** What is shown: which runs, in which order, which page of them. */
const view = { column: 0, down: true, page: 0, runs: data.runs };
/** What a search looks through, made once: ten thousand rows are searched at every key. */
const searched = new Map(
  data.runs.map((run) => [run, `${run.path}\n${run.text}\n${phrase(run)}`.toLowerCase()]),
);

/** An element of the page, by its id. */
function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${id}`);
}

/** What was put into the page, by the same lastword that wrote this script. */
function readData(): ReportData {
  const parsed: unknown = JSON.parse(element("data", HTMLScriptElement).text);
  if (isData(parsed)) return parsed;
  throw new Error("the page's data cannot be read");
}

function isData(value: unknown): value is ReportData {
  return typeof value === "object" && value !== null && "runs" in value && Array.isArray(value.runs);
}

/** A new element with a text, which stays text. */
function make(name: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", onClick);
  return made;
}

/** A path that a line may be broken in behind each folder. */
function breakable(path: string): readonly (string | HTMLElement)[] {
  return path.split(/(?<=\/)/).flatMap((part, index) => (index === 0 ? [part] : [make("wbr"), part]));
}

function phrase(run: ReportRun): string {
  return data.phrases[run.reason] ?? run.reason;
}

function when(ms: number): string {
  return ms > 0 ? `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")}Z` : "not known";
}

function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit] ?? ""}`;
}

function counted<Key>(runs: readonly ReportRun[], key: (run: ReportRun) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const run of runs) counts.set(key(run), (counts.get(key(run)) ?? 0) + 1);
  return counts;
}

function showCounts(): void {
  const counts = counted(data.runs, (run) => run.kind);
  element("counts", HTMLElement).replaceChildren(
    ...KINDS.map((kind) => {
      const item = make("li", "", kind);
      item.append(make("b", (counts.get(kind) ?? 0).toLocaleString("en")), make("span", KIND_WORDS[kind]));
      return item;
    }),
  );
  element("made", HTMLElement).textContent =
    `${data.runs.length.toLocaleString("en")} transcripts${data.folder.length > 1 ? ` below ${data.folder}` : ""}, as of ${when(data.made)}`;
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

const charts: ChartClass[] = [];

function showCharts(): void {
  for (const chart of charts.splice(0)) chart.destroy();
  const days = [
    ...counted(
      data.runs.filter((run) => run.changed > 0),
      dayOf,
    ).keys(),
  ]
    .sort((a, b) => a - b)
    .slice(-DAYS_MAX);
  const agents = [...counted(data.runs, (run) => run.agent).keys()].sort();
  const byReason = counted(
    data.runs.filter((run) => run.kind !== "terminal"),
    phrase,
  );
  const reasons = [...byReason.entries()].sort((a, b) => b[1] - a[1]).slice(0, BARS_MAX);
  stacked(
    "by-time",
    days.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
    days,
    dayOf,
  );
  stacked("by-agent", agents, agents, (run) => run.agent);
  draw("by-reason", {
    type: "bar",
    data: {
      labels: reasons.map(([reason]) => reason),
      datasets: [
        { label: "runs", data: reasons.map(([, count]) => count), backgroundColor: colour("unfinished") },
      ],
    },
    options: {
      indexAxis: "y",
      plugins: { legend: { display: false } },
      scales: { y: { ticks: { autoSkip: false } } },
    },
  });
}

function dayOf(run: ReportRun): number {
  return Math.floor(run.changed / DAY_MS);
}

function stacked<Key>(
  id: string,
  labels: readonly string[],
  keys: readonly Key[],
  key: (run: ReportRun) => Key,
): void {
  draw(id, {
    type: "bar",
    data: {
      labels: [...labels],
      datasets: KINDS.map((kind) => {
        const counts = counted(
          data.runs.filter((run) => run.kind === kind),
          key,
        );
        return {
          label: KIND_WORDS[kind],
          data: keys.map((one) => counts.get(one) ?? 0),
          backgroundColor: colour(kind),
          stack: "all",
        };
      }),
    },
    options: { scales: { x: { stacked: true }, y: { stacked: true, beginAtZero: true } } },
  });
}

/** Draws a chart, and says in words what it shows, for who cannot see it. */
function draw(id: string, config: ChartConfiguration<"bar">): void {
  const canvas = element(id, HTMLCanvasElement);
  const { labels = [], datasets } = config.data;
  const parts = labels.map((label, index) => {
    const values = datasets.flatMap((set) => {
      const value = Number(set.data[index] ?? 0);
      return value > 0 ? [`${value} ${set.label ?? ""}`] : [];
    });
    return `${String(label)}: ${values.join(", ")}`;
  });
  canvas.setAttribute("aria-label", parts.join("; ") || "nothing to show");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || matchMedia("print").matches;
  Chart.defaults.color = colour("ink");
  Chart.defaults.borderColor = colour("line");
  charts.push(
    new Chart(canvas, {
      ...config,
      options: { ...config.options, maintainAspectRatio: false, ...(still ? { animation: false } : {}) },
    }),
  );
}

function showHeading(): void {
  const row = document.querySelector("#runs thead tr");
  row?.replaceChildren(
    ...COLUMNS.map(({ title }, index) => {
      const cell = make("th");
      cell.setAttribute("scope", "col");
      const isSorted = view.column === index;
      cell.setAttribute("aria-sort", isSorted ? (view.down ? "descending" : "ascending") : "none");
      const arrow = isSorted ? (view.down ? " ↓" : " ↑") : "";
      const sort = button(title + arrow, () => {
        view.down = isSorted ? !view.down : COLUMNS[index]?.numeric === true;
        view.column = index;
        update();
        document.querySelectorAll<HTMLElement>("#runs thead button")[index]?.focus();
      });
      cell.append(sort);
      return cell;
    }),
  );
}

function update(): void {
  const search = element("search", HTMLInputElement).value.trim().toLowerCase();
  const [kind, agent, reason] = ["kind", "agent", "reason"].map((id) => element(id, HTMLSelectElement).value);
  const column = COLUMNS[view.column];
  view.runs = data.runs.filter(
    (run) =>
      (kind === "" || run.kind === kind) &&
      (agent === "" || run.agent === agent) &&
      (reason === "" || run.reason === reason) &&
      (search === "" || searched.get(run)?.includes(search) === true),
  );
  if (column !== undefined) {
    const sign = view.down ? -1 : 1;
    view.runs = view.runs.toSorted((one, other) => sign * compare(column.value(one), column.value(other)));
  }
  view.page = 0;
  showHeading();
  showPage();
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function showPage(): void {
  const from = view.page * PAGE_ROWS;
  const rows = view.runs.slice(from, from + PAGE_ROWS).map(rowFor);
  document.querySelector("#runs tbody")?.replaceChildren(...rows);
  const [shown, all] = [view.runs.length.toLocaleString("en"), data.runs.length.toLocaleString("en")];
  element("shown", HTMLElement).textContent =
    view.runs.length === data.runs.length ? `${all} runs` : `${shown} of ${all} runs`;
  showPages();
}

function showPages(): void {
  const last = Math.max(Math.ceil(view.runs.length / PAGE_ROWS) - 1, 0);
  const turn = (text: string, to: number): HTMLButtonElement => {
    const made = button(text, () => {
      view.page = to;
      showPage();
      document.querySelector<HTMLElement>(".scroll")?.focus();
    });
    made.disabled = to < 0 || to > last;
    return made;
  };
  const pages = element("pages", HTMLElement);
  pages.hidden = last === 0;
  pages.replaceChildren(
    turn("Previous", view.page - 1),
    make("span", `page ${view.page + 1} of ${last + 1}`),
    turn("Next", view.page + 1),
  );
}

function rowFor(run: ReportRun): HTMLElement {
  const row = make("tr");
  const path = make("td", "", "path");
  const open = button("", () => showRun(run));
  open.title = run.path;
  open.append(...breakable(run.path.slice(data.folder.length)));
  path.append(open);
  row.append(
    make("td", when(run.changed), "number"),
    make("td", run.kind, `badge ${run.kind}`),
    make("td", phrase(run), "reason"),
    make("td", run.agent, "agent"),
    path,
    make("td", size(run.bytes), "number"),
    make("td", run.text.replaceAll(/\s+/g, " "), "text"),
  );
  return row;
}

/** A run on its own: why, what was said last, and its last turn with the record that decided. */
function showRun(run: ReportRun): void {
  const dialog = element("detail", HTMLDialogElement);
  const close = button("Close", () => dialog.close());
  close.classList.add("close");
  const title = make("h2");
  title.append(...breakable(run.path));
  title.id = "detail-title";
  const verdict = make("p");
  verdict.append(make("span", `${run.kind}: ${phrase(run)}`, `badge ${run.kind}`));
  const parts = [close, title, verdict, make("p", data.sentences[run.reason] ?? "")];
  if (run.warnings > 0) parts.push(make("p", `${run.warnings} warnings; lastword explain lists them`));
  if (run.text !== "") {
    parts.push(make("h3", run.kind === "terminal" ? "The answer" : "What was saved"), make("pre", run.text));
  }
  if (run.records === undefined) parts.push(make("p", "For its last records:"), make("pre", run.explain));
  else parts.push(make("h3", "Its last turn"), turnOf(run.records, run.kind));
  dialog.replaceChildren(...parts);
  dialog.showModal();
}

function turnOf(records: readonly ReportRecord[], kind: string): HTMLElement {
  const list = make("ol", "", "turn");
  list.append(
    ...records.map(({ words, text, offset, time, mark }) => {
      const item = make("li", "", mark === undefined ? "" : `${mark} ${kind}`);
      if (mark === "decided") item.setAttribute("aria-current", "true");
      const said =
        mark === undefined ? words : `${words}: this record ${mark === "decided" ? "decided" : "was saved"}`;
      const place = time === undefined ? `byte ${offset}` : `${new Date(time).toISOString()}, byte ${offset}`;
      item.append(make("p", said, mark === undefined ? "" : "badge"), make("p", place, "when"));
      if (text !== "") item.append(make("p", text));
      return item;
    }),
  );
  return list;
}

function fillSelect(id: string, values: readonly (readonly [string, string])[]): void {
  element(id, HTMLSelectElement).append(
    ...values.map(([value, text]) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = text;
      return option;
    }),
  );
}

fillSelect(
  "kind",
  KINDS.map((kind) => [kind, kind]),
);
fillSelect(
  "agent",
  [...counted(data.runs, (run) => run.agent).keys()].sort().map((name) => [name, name]),
);
fillSelect(
  "reason",
  [...counted(data.runs, (run) => run.reason).keys()]
    .sort()
    .map((name) => [name, data.phrases[name] ?? name]),
);
const form = element("filters", HTMLFormElement);
form.addEventListener("input", update);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => {
  queueMicrotask(update);
});
// Paper is light, whatever the screen is.
for (const media of ["(prefers-color-scheme: dark)", "print"]) {
  matchMedia(media).addEventListener("change", showCharts);
}
showCounts();
update();
showCharts();
