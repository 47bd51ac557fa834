import { type Check, ok } from "../check.ts";

/** The role of a function may read both tables. */
export const checkTables: Check = {
  name: "tables",
  advice:
    "Look whether both tables exist and whether a policy of the account denies them: deploy again, and read docs/operating.md.",
  run: async ({ probeTables }) => {
    await Promise.all([probeTables.store(), probeTables.tokens()]);
    return ok("both tables answer");
  },
};
