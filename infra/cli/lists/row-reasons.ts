import { rowReasons } from "../../../functions/lists/contract.ts";
import { explainReason } from "../reason-words.ts";

/** What a reason of a row means, and what to do. */
export function describeRowReason(reason: string): string {
  const own = new Map<string, string>(Object.entries(rowReasons)).get(reason);
  return own ?? explainReason(reason)?.meaning ?? "";
}
