import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";

export function succeeded({
  sameAs,
  personID,
  warnings = [],
}: {
  sameAs?: string;
  personID?: string | undefined;
  warnings?: Warning[];
}): WorkflowOutcome {
  const result = personID === undefined ? undefined : { personID, refs: {} };
  return { status: "succeeded", sameAs, result, warnings };
}

export function cancelled(
  reason: ReasonCode,
  sameAs?: string,
): WorkflowOutcome {
  return { status: "cancelled", reason, sameAs, warnings: [] };
}

/** The operation waits for the end of the grace period. */
export function waiting(
  personID: string,
  dueAtMs: number,
  warnings: Warning[],
): WorkflowOutcome {
  const result = { personID, refs: {} };
  return { status: "waiting", phase: "grace", dueAtMs, result, warnings };
}
