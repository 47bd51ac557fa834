import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The table of the rules and the checker, as a mutant of the rules meets them. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    include: ["test/shared/employment/**/*.test.ts"],
    isolate: false,
    // Code in which mutants can be switched on takes several times as long.
    testTimeout: 300_000,
  },
});
