import { ConfigurationError } from "../../shared/configuration-error.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { RecordLookup } from "../../shared/webhook/lookup.ts";
import type { NamedSource } from "../../shared/source/sources-secret.ts";
import type { EventsRun } from "./events-run.ts";

export type FoundLookup = {
  caller: Caller;
  lookup: RecordLookup;
  source: NamedSource;
};

/**
 * How the record of this thin event is read, as our secrets say it now: an operator may have corrected them.
 *
 * @throws ConfigurationError
 */
export async function findLookup({
  operation,
  callers,
  findSource,
}: Pick<
  EventsRun,
  "operation" | "callers" | "findSource"
>): Promise<FoundLookup> {
  const caller = await callers.find(operation.caller);
  const lookup = caller?.lookup;
  if (!caller || !lookup)
    throw new ConfigurationError(
      "lookup-missing",
      `the caller ${operation.caller} has no valid entry with a lookup in the callers secret: correct the entry, or resolve its operations`,
    );
  const source = await findSource(lookup.source);
  if (!source)
    throw new ConfigurationError(
      "source-missing",
      `the sources secret has no entry ${lookup.source}, from which the caller ${caller.name} reads: store it with \`npm run --silent cli -- secrets sources\``,
    );
  return { caller, lookup, source };
}
