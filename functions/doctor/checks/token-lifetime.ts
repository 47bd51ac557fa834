import { type Check, ok, warning } from "../check.ts";

/** With a shorter lifetime, a large part of all calls would wait for a new token. */
const fewSeconds = 60;

/** The lifetime of a token, as the login gives it. */
export const checkTokenLifetime: Check = {
  name: "token lifetime",
  run: async (_tools, facts) => {
    const { lifetimeMs } = facts.require("token");
    if (lifetimeMs === undefined)
      return ok(
        "the login gives no lifetime, so a token is renewed after 10 minutes",
      );
    const seconds = Math.round(lifetimeMs / 1_000);
    const found = `a token lives ${seconds} s`;
    if (seconds >= fewSeconds) return ok(found);
    return warning(found, {
      advice:
        "Ask the operators of the platform for a lifetime of an hour: many operations wait for a new token.",
    });
  },
};
