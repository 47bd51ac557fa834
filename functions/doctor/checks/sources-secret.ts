import { sourceSchema } from "../../../shared/source/sources-secret.ts";
import { type Check, failed, ok, warning } from "../check.ts";

const store = "npm run --silent cli -- secrets sources --file sources.json";

/** The sources secret can be read, if it has a value, and has each source that a caller names. */
export const checkSourcesSecret: Check = {
  name: "sources secret",
  advice: `Store it again: ${store} (docs/secrets.md).`,
  run: async ({ readSources, readCallers }, facts) => {
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
    const callers = Object.entries((await readCallers()) ?? {});
    const waiting = callers.flatMap(([name, entry]) =>
      "lookup" in entry &&
      entry.lookup &&
      !parsed.some((one) => one.name === entry.lookup?.source)
        ? [name]
        : [],
    );
    if (waiting.length > 0)
      return warning(
        `the lookups of these callers name a source that is not there: ${waiting.join(", ")}`,
        { advice: `Add the source to the file, and store it: ${store}.` },
      );
    return ok(
      sources.length === 0
        ? "no sources: no caller sends thin events"
        : `${sources.length} sources can be read`,
    );
  },
};
