import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { HoldReason } from "../../shared/store/hold-reasons.ts";
import type { Warning, WorkflowOutcome } from "../../shared/store/operation.ts";

/** What a deletion takes away, if it was counted. */
type Contents = { contents?: number | undefined };

export function succeeded({
  sameAs,
  personID,
  contents,
  warnings = [],
}: {
  sameAs?: string;
  personID?: string | undefined;
  warnings?: Warning[];
} & Contents): WorkflowOutcome {
  const result = personID === undefined ? undefined : { personID, refs: {} };
  return { status: "succeeded", sameAs, result, contents, warnings };
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
  counted: { warnings: Warning[] } & Contents,
): WorkflowOutcome {
  const result = { personID, refs: {} };
  return { status: "waiting", phase: "grace", dueAtMs, result, ...counted };
}

/** The deletion waits for an operator who releases or rejects it. */
export function held(
  reason: HoldReason,
  { contents, warnings }: { warnings: Warning[] } & Contents,
): WorkflowOutcome {
  return { status: "needs_attention", reason, contents, warnings };
}
