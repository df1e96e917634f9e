import { env } from "node:process";
import { defineConfig } from "vitest/config";

// Where a second, countable report goes; .ci/run sets it and reads the file back.
const jsonReport = env["VITEST_JSON"];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Starts nothing until a test asks for a database.
    globalSetup: ["test/support/postgres/broker.ts"],
    // Real processes, and files of many megabytes: slow on a busy machine is not broken.
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A process each: some tests kill their own, and a native module must not take the rest down.
    pool: "forks",
    reporters: jsonReport ? ["default", ["json", { outputFile: jsonReport }]] : ["default"],
    coverage: { provider: "v8", include: ["src/**/*.ts"] },
  },
});
