import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/fixtures/build-bundles.ts",
    setupFiles: ["test/resilience/property-runs.ts"],
    // By default one processor is left to a watcher; nobody watches here, and half of the time is waiting.
    maxWorkers: "100%",
    // To load everything anew for each file would take as long as all tests; no file leaves anything behind.
    isolate: false,
    // Whole stacks start in some files; on two cores that takes longer than the default allows.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
