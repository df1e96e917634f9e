/** Virtual files: what children write, when each changed, and what a loss of power does to them. */

/** A file's content, and its last change by the clock of the machine that holds it. */
interface VirtualFile {
  bytes: Buffer;
  modifiedMs: number;
  /** What was written last may not have reached the disk. True time, Unix ms. */
  writtenAt: number;
  lastBytes: number;
}

/** One disk. */
export class Disk {
  readonly #files = new Map<string, VirtualFile>();

  /** The file as it is now, if there is one. */
  file(path: string): Readonly<VirtualFile> | undefined {
    return this.#files.get(path);
  }

  /**
   * Writes at a file's end.
   *
   * @param modifiedMs now, by the machine's clock
   * @param trueNow now, in true time
   */
  append(path: string, added: Uint8Array, modifiedMs: number, trueNow: number): void {
    const before = this.#files.get(path)?.bytes ?? Buffer.alloc(0);
    const bytes = Buffer.concat([before, added]);
    this.#files.set(path, { bytes, modifiedMs, writtenAt: trueNow, lastBytes: added.byteLength });
  }

  /**
   * The power fails. Of each write of the last moment only a part has reached the disk.
   *
   * @param part how much, from 0 to 1; the rest is missing or, where `zeros` is set, NUL
   */
  losePower(trueNow: number, part: () => number, zeros: () => boolean): void {
    for (const file of this.#files.values()) {
      if (trueNow - file.writtenAt > UNSYNCED_MS_MAX) continue;
      const lost = Math.floor(file.lastBytes * (1 - part()));
      const kept = file.bytes.subarray(0, file.bytes.byteLength - lost);
      file.bytes = zeros() ? Buffer.concat([kept, Buffer.alloc(lost)]) : Buffer.from(kept);
    }
  }
}

/** A system writes back what it holds in memory within some seconds. */
const UNSYNCED_MS_MAX = 5_000;
