import type { BulkVerb } from "../../../../functions/operations/contract.ts";
import type { BulkResult, VerbBody } from "../../api/client.ts";
import type { OperatorsApi } from "../operators-api.ts";
import type { Selectable } from "./selection.ts";

/** What one form may take; a browser that waits longer looks as if it hung. */
const maxMs = 15_000;
const batchSize = 100;

export type BulkOutcome = {
  changed: string[];
  refused: BulkResult["refused"];
  /** Where to go on with all that match. */
  cursor: string | undefined;
  /** The named operations that were not tried. */
  rest: string[];
  /** The time was over, or the API failed, before all operations were tried. */
  isUnfinished: boolean;
  /** Why it stopped. What was changed before stays changed. */
  error?: unknown;
};

/**
 * Uses a verb on all operations that a filter selects, a hundred at a time, for at most 15 seconds. To repeat it is
 * harmless: what was changed is not selected again.
 *
 * @param from - where to go on
 */
export async function actOnAll(
  api: OperatorsApi,
  verb: BulkVerb,
  selectable: Selectable,
  body: VerbBody,
  from: string | undefined,
  nowMs: () => number,
): Promise<BulkOutcome> {
  const untilMs = nowMs() + maxMs;
  const outcome = { ...nothing, cursor: from };
  try {
    do {
      const { cursor } = outcome;
      const selection = { ...selectable, ...body, cursor, limit: batchSize };
      const result = await api.operations.actOnMany(verb, selection);
      outcome.changed = [...outcome.changed, ...result.changed];
      outcome.refused = [...outcome.refused, ...result.refused];
      outcome.cursor = result.next;
      outcome.isUnfinished = result.next !== undefined;
    } while (outcome.isUnfinished && nowMs() < untilMs);
    return outcome;
  } catch (error) {
    return { ...outcome, error };
  }
}

/** Uses a verb on the named operations, at most a hundred. */
export async function actOnSome(
  api: OperatorsApi,
  verb: BulkVerb,
  operations: string[],
  body: VerbBody,
): Promise<BulkOutcome> {
  try {
    const request = { operations, ...body };
    const { changed, refused } = await api.operations.actOnMany(verb, request);
    const rest = refused.filter(isUntried).map(({ id }) => id);
    return {
      ...nothing,
      changed,
      refused: refused.filter((one) => !isUntried(one)),
      rest,
      isUnfinished: rest.length > 0,
    };
  } catch (error) {
    return { ...nothing, rest: operations, error };
  }
}

/** The API had no time left for the operation. */
function isUntried({ reason }: BulkResult["refused"][number]): boolean {
  return reason === "out-of-time";
}

const nothing: BulkOutcome = {
  changed: [],
  refused: [],
  rest: [],
  cursor: undefined,
  isUnfinished: true,
};
