import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/fixtures/build-bundles.ts",
    // Whole stacks start in some files; on two cores that takes longer than the default allows.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
