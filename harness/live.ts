/** `npm run live`: hands the process to the live runs, and their exit code back. */

import process from "node:process";
import { processIo } from "../src/cli/io.ts";
import { main } from "./live/main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());
