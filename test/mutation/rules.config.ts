import whole from "./stryker.config.ts";

/**
 * `npm run test:mutation:rules` breaks the rules of the employment, and runs only their own tests and the checker. For
 * one file: `npm run test:mutation:rules -- --mutate shared/employment/hire.ts`.
 */
export default {
  ...whole,
  mutate: ["shared/employment/*.ts"],
  vitest: { configFile: "test/mutation/rules.vitest.config.ts" },
  incrementalFile: ".local/mutation-rules.json",
  thresholds: { high: 99, low: 98, break: 97 },
};
