/** `npm run bench`: hands the process to the bench, and its exit code back. */

import process from "node:process";
import { processIo } from "../src/cli/io.ts";
import { main } from "./bench/main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());
