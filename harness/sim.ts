/** `npm run sim`: hands the process to the simulation, and its exit code back. */

import process from "node:process";
import { processIo } from "../src/cli/io.ts";
import { main } from "./sim/main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());
