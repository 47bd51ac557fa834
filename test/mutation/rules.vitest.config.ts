import whole from "./vitest.config.ts";

/** The table of the rules, the tests of what is kept and of what changes later, and the checker. */
export default {
  ...whole,
  test: { ...whole.test, include: ["test/shared/employment/**/*.test.ts"] },
};
