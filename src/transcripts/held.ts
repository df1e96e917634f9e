/** Lines whose format is not known yet are held back until they tell it; then all of them are followed. */

import { Follower } from "./follow.ts";
import type { Format } from "./format.ts";
import { detectFormat } from "./formats/index.ts";
import { HeadRecords, behindBom } from "./head.ts";
import type { Line } from "./lines.ts";
import { outcomeOf, unknownFormat } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { Settings } from "./settings.ts";

/** Lines on their way to a verdict. */
export class HeldLines {
  readonly #settings: Settings;
  readonly #held: Line[] = [];
  readonly #head = new HeadRecords();
  #follower: Follower | undefined;
  /** How many bytes the lines had so far, LFs included. */
  bytes = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
    if (settings.format !== undefined) this.#follow(settings.format);
  }

  /** Takes the next line. Once the head of a file told no format, the rest is not kept. */
  line(line: Line): void {
    this.bytes = line.offset + line.byteLength + (line.ended ? 1 : 0);
    if (this.#follower !== undefined) {
      this.#follower.line(line);
    } else if (this.#head.takes(line.offset)) {
      this.#hold(line);
    }
  }

  /** The verdict behind the last line. */
  outcome(): Outcome {
    const follower = this.#follower;
    if (follower !== undefined) return outcomeOf(follower, follower.verdict());
    const bytes = this.#held.flatMap((line) => (line.ended ? [line.bytes, NEWLINE] : [line.bytes]));
    return unknownFormat(this.#head.records, Buffer.concat(bytes));
  }

  #hold(line: Line): void {
    this.#held.push(line);
    const bytes = line.offset === 0 ? line.bytes.subarray(behindBom(line.bytes)) : line.bytes;
    this.#head.add(bytes, line.byteLength === line.bytes.byteLength);
    const format = detectFormat(this.#head.records);
    if (format !== undefined) this.#follow(format);
  }

  #follow(format: Format): void {
    this.#follower = new Follower({ format, options: this.#settings.fold });
    for (const line of this.#held.splice(0)) this.#follower.line(line);
  }
}
const NEWLINE = Buffer.from("\n");
