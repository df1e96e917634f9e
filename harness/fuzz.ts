/** `npm run fuzz`: hands the process to the fuzzer, and its exit code back. */

import process from "node:process";
import { processIo } from "../src/cli/io.ts";
import { main } from "./fuzz/main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());
