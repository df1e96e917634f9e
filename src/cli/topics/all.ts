/** Every topic, in the order in which they are listed. */

import { configTopic } from "./config.ts";
import { environmentTopic } from "./environment.ts";
import { exitCodesTopic } from "./exit-codes.ts";
import { formatsTopic } from "./formats.ts";
import { storesTopic } from "./stores.ts";
import type { Topic } from "./topic.ts";
import { reasonsTopic, verdictsTopic } from "./verdicts.ts";

export const TOPICS: readonly Topic[] = [
  verdictsTopic,
  reasonsTopic,
  exitCodesTopic,
  formatsTopic,
  storesTopic,
  configTopic,
  environmentTopic,
];
