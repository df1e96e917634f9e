/** Every program that is run live. */

import { claudeCode } from "./claude-code/suite.ts";
import { codex } from "./codex/suite.ts";
import { openClaw } from "./openclaw/suite.ts";
import { pi } from "./pi/suite.ts";
import type { LiveSuite } from "./suite.ts";

export const SUITES: readonly LiveSuite[] = [claudeCode, pi, codex, ...openClaw];
