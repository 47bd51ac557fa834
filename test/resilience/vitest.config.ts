import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config.ts";

const root = join(import.meta.dirname, "../..");

/** Whether `npm test` runs only some cases of a file. A module in the folder of the same name may choose them. */
function hasSlice(file: string): boolean {
  const modules = globSync(file.replace(/\.test\.ts$/, "/*.ts"), { cwd: root });
  return (
    /^test\/(?:resilience|security)\//.test(file) ||
    [file, ...modules].some((one) =>
      /\/effort\.ts"|"fast-check"/.test(readFileSync(join(root, one), "utf8")),
    )
  );
}

/**
 * `npm run test:faults`: all of `test/resilience` and `test/security`, and each other test with a slice in `npm test`.
 */
export default mergeConfig(
  // `mergeConfig` joins lists, so the list of `npm test` must be empty.
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    root,
    test: {
      include: globSync("test/**/*.test.ts", { cwd: root }).filter(hasSlice),
      env: { FAULTS: "all" },
      // One test can start hundreds of processes.
      testTimeout: 600_000,
    },
  }),
);
