#!/usr/bin/env node
/** The command line's entry: hands the process to main, and its exit code back. */

import process from "node:process";
import { processIo } from "./cli/io.ts";
import { main } from "./cli/main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());
