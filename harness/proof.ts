/** `npm run proof`: hands the process to the proof, and its exit code back. */

import process from "node:process";
import { processIo } from "../src/cli/io.ts";
import { main } from "./proof/main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());
