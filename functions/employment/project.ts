import type { OpenOperation } from "../../shared/store/employments.ts";
import type { WorkflowOutcome } from "../../shared/store/operation.ts";
import type { Findings } from "./employment-run.ts";
import type { Situation } from "./look.ts";

/**
 * What an operation that is not final shows, by its verdict and by what we did and saw.
 *
 * @param findings - what this execution found out about the operation
 * @returns undefined while a move, or an extra, that the operation waits for goes on
 */
export function project(
  open: OpenOperation,
  { holds, item, wanted, move }: Situation,
  { isCounted: _, later: __, ...found }: Findings = {},
): WorkflowOutcome | undefined {
  const verdict = holds.verdicts.get(open.id);
  const { warnings = [] } = found;
  if (verdict?.is === "repeats")
    return { status: "succeeded", sameAs: verdict.of, warnings };
  if (verdict?.is === "overtaken")
    return {
      status: "cancelled",
      reason: verdict.because,
      sameAs: verdict.by,
      warnings,
    };
  if (verdict?.is === "needs-decision")
    return { status: "needs_attention", reason: verdict.because, warnings };
  if (move.do === "nothing" && move.because && wanted.because === open.id)
    return { status: "needs_attention", reason: move.because, warnings };
  if (move.do === "nothing" || move.do === "wait")
    return {
      ...found,
      status: "succeeded",
      result: item.personID
        ? { personID: item.personID, refs: item.refs ?? {} }
        : undefined,
      warnings,
    };
  return undefined;
}
