import { type Check, failed, ok, skipped } from "../check.ts";

/** The links of the platform lead to the host of `baseUrl`, because credentials go to no other host. */
export const checkLinks: Check = {
  name: "links",
  run: async ({ config }, facts) => {
    const { origin } = new URL(config.baseUrl);
    const people = [facts.known.own, ...facts.require("others")];
    const refs = people.flatMap((person) => {
      // The page for a browser may have another host.
      const { html, ...resources } = person?.resources ?? {};
      return Object.values(resources).flatMap(({ ref }) => ref ?? []);
    });
    if (refs.length === 0)
      return skipped("the list shows no person with links");
    const others = new Set(
      refs
        .map((ref) => URL.parse(ref, config.baseUrl)?.origin ?? "no address")
        .filter((one) => one !== origin),
    );
    const [other] = others;
    if (other === undefined) return ok("all links lead to the host of baseUrl");
    return failed(`links lead to ${other}, and baseUrl is on ${origin}`, {
      advice: `Set baseUrl to the address that the platform has for itself, such as ${other}, or have the address corrected there. No request with credentials follows these links.`,
      setting: "baseUrl",
    });
  },
};
