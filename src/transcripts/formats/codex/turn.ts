/**
 * Which turn is running. A rollout says it outright: `task_started`, `task_complete`, `turn_aborted`, each with
 * the turn's id; older ones say nothing. Pure; its memory is one id. Source: formats.md, "Codex CLI".
 *
 * A reading from the tail may begin inside a turn. Then the turn is `unseen`: its id is the one that its records
 * mention, and what cannot be told from them is told as `unsure`.
 */

/** `none`: outside any turn. `closed`: behind the end of the turn that the id names. */
type Phase = "unseen" | "none" | "open" | "closed";

/** Whether an end belongs to the turn that is running, or ran last. */
export type Belongs = "yes" | "no" | "unsure";

/** Follows the turns of one rollout. */
export class TurnTracker {
  #phase: Phase;
  #id: string | undefined;
  #aborted = false;
  /** True where a turn whose id was not in view ended without naming it. */
  #nameless = false;
  /** The turn that was interrupted last, of those that an input left behind. */
  #abortedId: string | undefined;

  /** @param partial true where the reading begins inside the file */
  constructor(partial: boolean) {
    this.#phase = partial ? "unseen" : "none";
  }

  /** True while the reading has not come to the beginning of a turn, or to an end. */
  get isUnseen(): boolean {
    return this.#phase === "unseen";
  }

  /** True inside a turn, as far as that is known. */
  get isOpen(): boolean {
    return this.#phase === "open" || this.#phase === "unseen";
  }

  /** True where the turn that is running, or ran last, was interrupted. */
  get isAborted(): boolean {
    return this.#aborted;
  }

  /** A turn began. */
  start(id: string | undefined): void {
    this.#phase = "open";
    this.#id = id;
    this.#nameless = false;
    this.#aborted = false;
  }

  /** A record of the running turn names it. One that no record began goes by that name, too. */
  mention(id: string | undefined): void {
    if (id === undefined || (this.#phase !== "unseen" && this.#id !== PAST)) return;
    this.#id = id;
    // Whatever comes behind its interruption, it does not complete any more.
    this.#aborted ||= id === this.#abortedId;
  }

  /** Whose end this is: an end with another turn's id ends nothing. */
  belongs(id: string | undefined): Belongs {
    if (id === undefined || id === this.#id) return "yes";
    if (this.#phase === "unseen" || this.#nameless) return "unsure";
    return this.#id === undefined ? "yes" : "no";
  }

  /** The turn ended. */
  end(id: string | undefined, aborted: boolean): void {
    // Without turn records an interruption is all that is recorded: the next input opens a turn by itself.
    this.#id = id ?? this.#id;
    this.#nameless = this.#id === undefined && (this.#nameless || this.#phase === "unseen");
    this.#phase = this.#phase === "none" && aborted ? "none" : "closed";
    this.#aborted ||= aborted;
  }

  /** An input came outside any turn: the ends of earlier turns are past. */
  leave(): void {
    if (this.#aborted) this.#abortedId = this.#id;
    this.#phase = "none";
    this.#id = PAST;
    this.#nameless = false;
    this.#aborted = false;
  }
}

/** No turn has this id. */
const PAST = " ";
