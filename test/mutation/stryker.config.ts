import { join } from "node:path";

/**
 * `npm run test:mutation`: breaks `shared/` in thousands of small ways and asks, for each, whether a test of
 * `test/shared/` notices. For one folder: `npm run test:mutation -- --mutate 'shared/token/**'`.
 */
export default {
  mutate: ["shared/**/*.ts"],
  testRunner: "vitest",
  plugins: [
    "@stryker-mutator/vitest-runner",
    join(import.meta.dirname, "sample.ts"),
  ],
  // `SAMPLE_PERCENT=10 npm run test:mutation` tries a random sample.
  ignorers: ["sample"],
  vitest: { configFile: "test/mutation/vitest.config.ts" },
  // Runs only the tests that reach a mutant.
  coverageAnalysis: "perTest",
  // Also breaks code that runs when a file is loaded: schemas and regular expressions check the data from outside.
  ignoreStatic: false,
  concurrency: 2,
  // In addition to the time of the tests without a mutant.
  timeoutMS: 10_000,
  timeoutFactor: 1.5,
  // Nothing here reads the file, and Stryker could not correct its paths with our version of TypeScript.
  tsconfigFile: "none",
  disableTypeChecks: false,
  ignorePatterns: ["dist", "cdk.out"],
  // A later run tries only mutants of changed code, and mutants whose tests changed. `--force` tries all of them.
  incremental: true,
  incrementalFile: ".local/mutation.json",
  // In the folder that git ignores.
  tempDirName: ".local/mutation",
  htmlReporter: { fileName: ".local/mutation.html" },
  reporters: ["progress-append-only", "clear-text", "html"],
  clearTextReporter: { logTests: false, skipFull: true },
  thresholds: { high: 95, low: 90, break: 85 },
};
