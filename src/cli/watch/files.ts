/** Which files change, as the system tells it; where it cannot, by asking the disk again and again. */

import { basename } from "node:path";
import { watch as watchFiles } from "chokidar";
import type { FSWatcher } from "chokidar";
import { escapeText } from "../escape.ts";
import { textOfPath } from "../file-path.ts";
import { sleep } from "../sleep.ts";
import { nameKind } from "../transcript-names.ts";

/** A transcript that is being written changes many times a second: it is looked at this long after the first, ms. */
const GATHER_MS = 100;

/** How to watch. */
export interface FilesOptions {
  readonly poll: boolean;
  /** How often the disk is asked, ms. */
  readonly intervalMs: number;
  /** Takes what people should know. */
  readonly note: (text: string) => void;
}

/** The changed files of some folders, one by one. */
export class Files {
  readonly #roots: readonly string[];
  readonly #options: FilesOptions;
  readonly #changed = new Set<string>();
  #watcher: FSWatcher | undefined;
  #wake: () => void = () => {};
  #polls: boolean;
  /** What went wrong with watching, until something was done about it. */
  #fault: Error | undefined;

  constructor(roots: readonly string[], options: FilesOptions) {
    this.#roots = roots;
    this.#options = options;
    this.#polls = options.poll;
  }

  /** Starts to watch; resolves once every change from here on is seen. Returns how it watches, in words. */
  async start(): Promise<string> {
    await this.#open();
    return this.#polls ? `looked at every ${this.#options.intervalMs} ms` : "watched";
  }

  /** The files that change, each once for what was gathered, until the signal says stop. */
  async *changed(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    while (!signal.aborted) {
      if (this.#changed.size === 0) await this.#woken(signal);
      await this.#mend();
      await sleep(GATHER_MS, signal);
      const paths = [...this.#changed];
      this.#changed.clear();
      for (const path of paths) {
        if (signal.aborted) return;
        yield path;
      }
    }
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  #woken(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#wake = wake;
      signal.addEventListener("abort", wake, { once: true });
      if (signal.aborted) wake();
    });
  }

  async #open(): Promise<void> {
    const roots = new Set(this.#roots);
    const watcher = watchFiles([...this.#roots], {
      ignoreInitial: true,
      usePolling: this.#polls,
      interval: this.#options.intervalMs,
      // A file that was named is watched whatever its name; in a folder only what looks like a transcript.
      ignored: (path, stats) =>
        stats?.isFile() === true && !roots.has(path) && nameKind(basename(textOfPath(path))) !== "transcript",
    });
    this.#watcher = watcher;
    for (const event of ["add", "change", "unlink"] as const) {
      watcher.on(event, (path) => {
        this.#changed.add(path);
        this.#wake();
      });
    }
    await new Promise<void>((resolve) => {
      watcher.on("ready", resolve);
      watcher.on("error", (error) => {
        this.#fault = error instanceof Error ? error : new Error("watching failed");
        resolve();
        this.#wake();
      });
    });
    await this.#mend();
  }

  /** Watching has a limit of the system's (inotify, open files): then the disk is asked instead. */
  async #mend(): Promise<void> {
    if (this.#fault === undefined) return;
    const { message } = this.#fault;
    this.#fault = undefined;
    if (this.#polls) {
      this.#options.note(`watching: ${escapeText(message)}; what cannot be watched is left out`);
      return;
    }
    this.#polls = true;
    this.#options.note(
      `the system cannot watch so many files (${escapeText(message)}); the disk is asked instead`,
    );
    await this.#watcher?.close();
    await this.#open();
  }
}
