import type { Verdict } from "../../../shared/employment/statement.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { Employee } from "../../../shared/store/employee.ts";
import type {
  Phase,
  WorkflowOutcome,
} from "../../../shared/store/operation.ts";
import type { Situation } from "../look.ts";

/** What decides about the operations of an employee. */
export type Projected = Omit<Situation, "item"> & {
  item: Pick<Employee, "person" | "unfinished" | "extrasOf"> &
    Partial<Pick<Employee, "statements">>;
};

/** What an operation shows. Undefined: it is at work, because a move or an extra that it waits for goes on. */
export type Shown = WorkflowOutcome | undefined;

/** The verdict of a word that counts, or that repeats one. */
export type Counting = Exclude<Verdict, { is: "overtaken" | "needs-decision" }>;

type Ended = Exclude<WorkflowOutcome, { status: "waiting" }>;

export function succeeded(verdict: Counting): Ended {
  const sameAs = verdict.is === "repeats" ? verdict.of : undefined;
  return { status: "succeeded", ...named(sameAs), warnings: [] };
}

export function cancelled(reason: ReasonCode, sameAs?: string): Ended {
  return { status: "cancelled", reason, ...named(sameAs), warnings: [] };
}

export function waitingUntil(dueAtMs: number, phase?: Phase): WorkflowOutcome {
  return {
    status: "waiting",
    dueAtMs,
    ...(phase && { phase }),
    warnings: [],
  };
}

export function asksFor(reason: ReasonCode, sameAs?: string): Ended {
  return { status: "needs_attention", reason, ...named(sameAs), warnings: [] };
}

function named(sameAs: string | undefined) {
  return sameAs === undefined ? {} : { sameAs };
}
