import { type Check, failed, ok } from "../check.ts";

const store =
  "npm run --silent cli -- secrets subscribers --file subscribers.json";

/** The subscribers secret can be read, if it has a value. */
export const checkSubscribersSecret: Check = {
  name: "subscribers secret",
  advice: `Store it again: ${store} (docs/secrets.md).`,
  run: async ({ readSubscribers }) => {
    const subscribers = await readSubscribers();
    const entries = Object.entries(subscribers ?? {});
    if (entries.length === 0)
      return ok("no subscribers: notices only reach the event bus");
    const broken = entries.flatMap(([name, { format }]) =>
      format === "broken" ? [name] : [],
    );
    if (broken.length > 0)
      return failed(
        `the entries of these subscribers are invalid: ${broken.join(", ")}`,
        { advice: `Find out why: ${store} --check. Then store it.` },
      );
    return ok(`${entries.length} subscribers get notices`);
  },
};
