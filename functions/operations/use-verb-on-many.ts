import type * as z from "zod/mini";
import { inTurns } from "../../shared/in-turns.ts";
import type { BulkVerb } from "../../shared/store/verbs.ts";
import type { Caller } from "../../shared/webhook/callers.ts";
import type { bulkBodySchema, bulkResultSchema } from "./contract.ts";
import { useVerb, type VerbDependencies } from "./use-verb.ts";

type Result = z.infer<typeof bulkResultSchema>;

/** At most this many operations are changed at a time: each costs three or four requests to AWS. */
const atOnce = 10;
/** After this time, no operation is begun, because a request has 28 s, and an operation takes up to 8 s. */
const budgetMs = 18_000;

/**
 * Uses a verb on the operations with these ids. An operation that has changed after `asOf` is refused (`not-as-asked`),
 * and so is an operation that is not reached in time (`out-of-time`).
 */
export async function useVerbOnMany(
  verb: BulkVerb,
  { operations, asOf, ...body }: z.infer<typeof bulkBodySchema>,
  caller: Caller,
  dependencies: VerbDependencies,
): Promise<Result> {
  const { store, nowMs } = dependencies;
  const asOfMs = asOf === undefined ? Infinity : Date.parse(asOf);
  const untilMs = nowMs() + budgetMs;
  /** @returns why the operation is refused, or undefined if it is changed */
  const use = async (id: string): Promise<string | undefined> => {
    if (nowMs() >= untilMs) return "out-of-time";
    const operation = await store.operations.get(id);
    if (!operation) return "not-found";
    if (operation.updatedAtMs > asOfMs) return "not-as-asked";
    const used = await useVerb(verb, operation, caller, body, dependencies);
    return "refusal" in used ? used.refusal : undefined;
  };

  const ids = [...new Set(operations)];
  const reasons = await inTurns(ids, atOnce, use);
  const result: Result = { changed: [], refused: [] };
  for (const [index, id] of ids.entries()) {
    const reason = reasons[index];
    if (reason === undefined) result.changed.push(id);
    else result.refused.push({ id, reason });
  }
  return result;
}
