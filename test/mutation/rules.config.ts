import whole from "./stryker.config.ts";

/**
 * `npm run test:mutation:rules`: breaks the rules of the employment, and asks only their own tests and the checker. For
 * one file: `-- --mutate shared/employment/hire.ts`.
 */
export default {
  ...whole,
  mutate: ["shared/employment/*.ts"],
  vitest: { configFile: "test/mutation/rules.vitest.config.ts" },
  incrementalFile: ".local/mutation-rules.json",
  thresholds: { high: 99, low: 98, break: 97 },
};
