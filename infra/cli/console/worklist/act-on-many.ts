import type { BulkVerb } from "../../../../functions/operations/contract.ts";
import {
  actByPages,
  addLeftOver,
  type BulkPage,
  type BulkTarget,
  noneLeft,
} from "../../api/act-by-pages.ts";
import type { VerbRequest } from "../../api/client.ts";
import type { OperatorsApi } from "../console-context.ts";

/** What one form may take; a browser that waits longer looks as if it hung. */
const maxMs = 15_000;

/** All that was done, and what is left. */
export type BulkOutcome = BulkPage & {
  /** The time was over, or the API failed, before all operations were tried. */
  isUnfinished: boolean;
  /** Why it stopped. Earlier changes stay. */
  error?: unknown;
};

/** Uses a verb on many operations until 15 seconds are over, or until the API had no time left for some of them. */
export async function actOnMany(
  api: OperatorsApi,
  verb: BulkVerb,
  target: BulkTarget,
  body: VerbRequest,
  nowMs: () => number,
): Promise<BulkOutcome> {
  const untilMs = nowMs() + maxMs;
  let outcome: BulkOutcome = {
    changed: [],
    refused: [],
    leftOver: noneLeft,
    cursor: "ids" in target ? undefined : target.from,
    rest: "ids" in target ? [...target.ids] : [],
    isUnfinished: true,
  };
  try {
    for await (const page of actByPages(api, verb, target, body)) {
      outcome = {
        ...page,
        changed: [...outcome.changed, ...page.changed],
        refused: [...outcome.refused, ...page.refused],
        leftOver: addLeftOver(outcome.leftOver, page.leftOver),
        isUnfinished: page.cursor !== undefined || page.rest.length > 0,
      };
      if (page.rest.length > 0 || nowMs() >= untilMs) break;
    }
    return outcome;
  } catch (error) {
    return { ...outcome, isUnfinished: true, error };
  }
}
