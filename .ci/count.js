/**
 * Prints `N passed, N failed` from vitest's JSON report, and exits non-zero if anything failed, in the report or
 * before it. Usage: node .ci/count.js REPORT STATUS, where STATUS is the exit code of the run that wrote it.
 */

import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

const [reportPath = "", status = "1"] = process.argv.slice(2);

const report = readReport();
const passed = report.numPassedTests ?? 0;
const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);

// A file that does not load holds no failed test, only a failed file.
const filesNotLoaded = (report.testResults ?? []).filter(
  (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
).length;
let failed = (report.numFailedTests ?? 0) + filesNotLoaded;

// Something else went wrong (install, build, lint, no test at all): that is a failure too.
const nothingRan = passed + failed === 0;
if (failed === 0 && (status !== "0" || nothingRan)) failed = 1;

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;

function readReport() {
  if (!existsSync(reportPath)) return {};
  try {
    return JSON.parse(readFileSync(reportPath, "utf8"));
  } catch (cause) {
    console.error(`The test report cannot be read: ${cause}`);
    return {};
  }
}
