import base from "./stryker.config.ts";

/**
 * `npm run test:mutation:rules`: breaks the rules of the employment, and asks whether the table or the checker notices.
 * No other test runs.
 */
export default {
  ...base,
  mutate: ["shared/employment/*.ts"],
  vitest: { configFile: "test/mutation/rules.vitest.config.ts" },
  incrementalFile: ".local/mutation-rules.json",
  htmlReporter: { fileName: ".local/mutation-rules.html" },
  thresholds: { high: 99, low: 97, break: 97 },
};
