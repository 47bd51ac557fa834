import { recordsOf } from "../../../shared/source/list-call.ts";
import {
  createPublicRequest,
  type PublicRequestOptions,
} from "../../../shared/public-request.ts";
import { SourceError } from "../../../shared/source/source-error.ts";
import {
  createSourceReader,
  type SourceReader,
} from "../../../shared/source/source-reader.ts";
import { listCallOf, pullOf } from "../../../shared/webhook/pull.ts";
import { type Check, findingOfAll, ok, type Run, skipped } from "../check.ts";

/** Checks whether the sources that a schedule pulls can be read. */
export const pullChecks: Check[] = [
  {
    name: "pulls",
    run: async (run) => {
      const { config, readCallers } = run;
      const callers = await readCallers();
      if (!callers) return skipped("the callers secret has no value");
      const pulled = [...new Set(config.pulledCallers)];
      if (pulled.length === 0) return ok("no schedule pulls a source");
      const read = await Promise.all(
        pulled.map(async (name) => readFirstPage(run, name, callers[name])),
      );
      return findingOfAll(
        read,
        "Correct the pull of the caller, or the credentials and hosts of its source, and store them (docs/pull.md). Until then, each of its pulls fails.",
      );
    },
  },
];

/** Reads the first page of a source, and only counts its records. */
async function readFirstPage(
  { need, readPage }: Run,
  name: string,
  entry: object = {},
): Promise<{ isGood: boolean; text: string }> {
  const pull = pullOf(name, entry);
  const source = need("sources").find((one) => one.name === pull?.source);
  const unread = (text: string) => ({ isGood: false, text });
  if (!pull) return unread(`the caller ${name} has no valid pull`);
  if (!source)
    return unread(`the sources secret has no valid entry ${pull.source}`);
  const call = listCallOf(pull, undefined);
  try {
    const answer = await readPage(source, call, call.request.url);
    const records = recordsOf(call, answer);
    return records
      ? { isGood: true, text: `${name}: ${records.length} records on a page` }
      : unread(`${name}: the answer has no list at "${call.records}"`);
  } catch (error) {
    if (error instanceof SourceError) return unread(error.message);
    throw error;
  }
}

/** Creates the reader of pages. The doctor may not read the stored tokens, so it asks the source for its own. */
export function createPageReader(
  options: Pick<PublicRequestOptions, "allowsLoopback">,
): SourceReader["readPage"] {
  const none = () => Promise.reject(new Error("the doctor keeps no token"));
  const reader = createSourceReader({
    store: {
      read: none,
      lease: none,
      save: none,
      refuse: none,
      invalidate: none,
    },
    request: createPublicRequest(options),
    pageTimeoutMs: 30_000,
  });
  return (...asked) => reader.readPage(...asked);
}
