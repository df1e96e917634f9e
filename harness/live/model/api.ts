/** What an API of a model is here. Types alone. */

import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import type { Prompter } from "./script.ts";

/** One API: answers a request, or says that it is not its own. */
export interface ModelApi {
  /** True for a path that it answers. */
  takes(path: string): boolean;
  answer(path: string, body: JsonObject, prompter: Prompter, response: ServerResponse): void;
}
