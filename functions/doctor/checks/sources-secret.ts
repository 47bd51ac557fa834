import { sourceSchema } from "../../../shared/source/sources-secret.ts";
import { type Check, failed, ok } from "../check.ts";

const store = "npm run --silent cli -- secrets sources --file sources.json";

/** The sources secret can be read, if it has a value. */
export const checkSourcesSecret: Check = {
  name: "sources secret",
  advice: `Store it again: ${store} (docs/secrets.md).`,
  run: async ({ readSources }, facts) => {
    const parsed = Object.entries((await readSources()) ?? {}).map(
      ([name, entry]) => ({ name, source: sourceSchema.safeParse(entry).data }),
    );
    const sources = parsed.flatMap(({ source }) => source ?? []);
    facts.note({ sources });
    const broken = parsed.filter(({ source }) => !source);
    if (broken.length > 0)
      return failed(
        `the entries of these sources are invalid: ${broken.map(({ name }) => name).join(", ")}`,
        { advice: `Find out why: ${store} --check. Then store it.` },
      );
    return ok(
      sources.length === 0
        ? "no sources: no record is read"
        : `${sources.length} sources can be read`,
    );
  },
};
