import type { ShownPlan } from "../../../functions/lists/contract.ts";
import type {
  Overview,
  ShownOperation,
} from "../../../functions/operations/contract.ts";

/** An operation as the API shows it. */
export function shownOperation(
  id: string,
  change: Partial<ShownOperation> = {},
): ShownOperation {
  return {
    id,
    type: "employee.hired",
    status: "failed",
    caller: "hr",
    employeeId: "E-1",
    reason: "platform-unreachable",
    verbs: ["retry", "resolve"],
    steps: [
      {
        name: "read person",
        status: "failed",
        attempts: 5,
        at: "2026-11-22T11:00:01.000Z",
      },
    ],
    warnings: [],
    history: [
      { at: "2026-11-22T11:00:00.000Z", by: "caller:hr", status: "accepted" },
      {
        at: "2026-11-22T11:00:02.000Z",
        by: "workflow",
        status: "failed",
        reason: "platform-unreachable",
      },
    ],
    createdAt: "2026-11-22T11:00:00.000Z",
    updatedAt: "2026-11-22T11:00:02.000Z",
    ...change,
  };
}

/** The overview of a deployment in which nothing has happened. */
export const overviewWith = (change: Partial<Overview>): Overview => ({
  at: "2026-11-22T12:00:00.000Z",
  statuses: [],
  reasons: [],
  warnings: [],
  limits: [],
  blocked: [],
  callers: [],
  ...change,
});

/** What a preview tells of an active employee. */
export const emptyMatch = {
  state: "active",
  hasPerson: true,
  limits: [],
  differs: [],
  outdated: [],
};

/** A plan that an operator has uploaded. */
export const shownPlan: ShownPlan = {
  id: "plan_1",
  source: "hr-file",
  origin: "upload",
  status: "planned",
  asOf: "2026-11-22T11:00:00.000Z",
  isWhole: true,
  phase: "all",
  createdBy: "ops",
  createdAt: "2026-11-22T11:00:00.000Z",
  done: 0,
  counts: {},
  applies: {},
  toDecide: 0,
  findings: [],
  limits: [],
  decidedBy: [],
  approvalsNeeded: 1,
  approvals: [],
  accepted: 0,
  skipped: 0,
};
