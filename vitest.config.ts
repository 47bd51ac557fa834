import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/resilience/longest-first.ts";

// Workers, sandboxes and commands load the same modules many times. Node compiles each of them once, and keeps the result.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compile");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: [
      "test/fixtures/new-folder.ts",
      "test/fixtures/build-bundles.ts",
    ],
    setupFiles: ["test/resilience/property-runs.ts"],
    sequence: { sequencer: LongestFirst },
    // More than processors, because a worker waits for sockets and processes for an eighth of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // To load everything anew for each file would take as long as all tests; no file leaves anything behind.
    isolate: false,
    // Node strips the types itself, and keeps what it compiled: nothing here needs Vite to transform a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Whole stacks start in some files; on two cores that takes longer than the default allows.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
