import { type Check, failed, ok, warning } from "../check.ts";

const store = "npm run --silent cli -- secrets callers --file callers.json";

/** The callers secret has callers that work: for events, and for operators. */
export const checkCallersSecret: Check = {
  name: "callers secret",
  advice: `Store it: ${store} (docs/secrets.md).`,
  run: async ({ readCallers }) => {
    const callers = await readCallers();
    if (callers === undefined)
      return failed("the secret has no value, so no event is accepted", {
        advice: `Store it: ${store}.`,
      });
    const entries = Object.entries(callers);
    const broken = entries.flatMap(([name, { scheme }]) =>
      scheme === "broken" ? [name] : [],
    );
    if (broken.length > 0)
      return failed(
        `the entries of these callers are invalid: ${broken.join(", ")}`,
        {
          advice: `Find out why: ${store} --check. Then store it.`,
        },
      );
    const having = (scope: string) =>
      entries.filter(
        ([, entry]) =>
          "scopes" in entry && entry.scopes.some((one) => one === scope),
      ).length;
    const found = `${entries.length} callers: ${having("onboard")} may hire, ${having("offboard")} may terminate, ${having("operate")} may operate`;
    if (having("onboard") * having("offboard") * having("operate") === 0)
      return warning(found, {
        advice:
          "Give each of the scopes onboard, offboard and operate to a caller.",
      });
    return ok(found);
  },
};
