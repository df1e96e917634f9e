/** What a scripted model says, step by step, in the words of no API. Pure. */

/** One answer of the model. */
export interface ModelStep {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  /** An HTTP status instead of an answer. */
  readonly fails?: number;
  /** How a streamed answer breaks off; undefined where it ends as it should. */
  readonly breaks?: ModelBreak;
}

/**
 * At its length limit; with an error of the provider's behind the words; with the connection cut in the middle of them;
 * with silence in the middle of them, for ever; or with silence behind the last of them, before it is said how they ended.
 */
export type ModelBreak = "length" | "error" | "cut" | "silence" | "unended";

/** What is said in each conversation, by the name that its first prompt bears; the last step is said again and again. */
export type ModelScript = Readonly<Record<string, readonly ModelStep[]>>;

/** Marks a prompt as the beginning of a scripted conversation. */
export function promptFor(name: string, text: string): string {
  return `<<${name}>> ${text}`;
}

/** Said where no script was asked for: programs ask for titles and the like. */
const ASIDE: ModelStep = { text: "Aside." };

/** Gives out the steps. */
export class Prompter {
  readonly #script: ModelScript;
  readonly #counts = new Map<string, number>();
  #said = 0;

  constructor(script: ModelScript) {
    this.#script = script;
  }

  /**
   * The next step of the conversation that a request belongs to.
   *
   * @param texts what users said in it, oldest first
   * @param hasTools false for a request on the side
   */
  next(texts: readonly string[], hasTools: boolean): ModelStep {
    const name = texts.map((text) => /<<([\w-]+)>>/.exec(text)?.[1]).find((found) => found !== undefined);
    const steps = name === undefined ? undefined : this.#script[name];
    if (name === undefined || steps === undefined || !hasTools) return ASIDE;
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    this.#said += 1;
    return steps[Math.min(count, steps.length - 1)] ?? ASIDE;
  }

  /** How many steps were given out, asides not counted. */
  get said(): number {
    return this.#said;
  }
}
