import { type Check, failed, ok } from "../check.ts";

const store = "Store it: npm run --silent cli -- secrets community";

/** The community secret exists, has the documented shape, and has what `serviceAuth` needs. */
export const checkCommunitySecret: Check = {
  name: "community secret",
  advice: `${store} (docs/secrets.md).`,
  run: async ({ config, readCommunity }, facts) => {
    const community = await readCommunity();
    if (community === undefined)
      return failed("the secret has no value", { advice: `${store}.` });
    facts.note({ community });
    const keys = Object.keys(community.passwordMaster);
    if (keys.length === 0)
      return failed("passwordMaster has no key, so no hire gets a password", {
        advice: `${store} --new-master-version.`,
      });
    if (config.serviceAuth === "token" && community.token === undefined)
      return failed("the secret has no token, which serviceAuth needs", {
        setting: "serviceAuth",
        advice: `${store}, or choose another serviceAuth.`,
      });
    const versions = keys.length === 1 ? "version" : "versions";
    return ok(
      `it is complete, with ${keys.length} ${versions} of passwordMaster`,
    );
  },
};
