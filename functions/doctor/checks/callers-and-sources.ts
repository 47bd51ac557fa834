import { findMismatches } from "../../../shared/webhook/find-mismatches.ts";
import { type Check, ok, skipped, warning } from "../check.ts";

/** Each caller has the source, the hosts and the scopes that its map and its lookup need. */
export const checkCallersAndSources: Check = {
  name: "callers and sources",
  run: async ({ readCallers, readSources }) => {
    const callers = await readCallers();
    if (!callers) return skipped("the callers secret has no value");
    const mismatches = findMismatches(callers, (await readSources()) ?? {});
    if (mismatches.length === 0) return ok("sources, hosts and scopes fit");
    return warning(mismatches.map(({ text }) => text).join("; "), {
      advice:
        "Correct the entries, compare both files, and store them: npm run --silent cli -- secrets callers --file callers.json --check --sources sources.json (docs/secrets.md).",
    });
  },
};
