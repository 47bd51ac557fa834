import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config.ts";
import { FiguresReporter } from "./figures-reporter.ts";
import { LongestFirst } from "./longest-first.ts";

/** `npm run test:faults`: everything that `npm test` does a slice of. */
export default mergeConfig(
  base,
  defineConfig({
    root: join(import.meta.dirname, "../.."),
    test: {
      env: { FAULTS: "all" },
      // A matrix of hundreds of processes is one test.
      testTimeout: 600_000,
      sequence: { sequencer: LongestFirst },
      reporters: [
        "default",
        // Named files are a part, whose figures are shown but not kept.
        new FiguresReporter({
          isWhole:
            process.argv.slice(-2).join(" ") ===
            "test/resilience test/security",
        }),
      ],
    },
  }),
);
