import type * as z from "zod/mini";
import type { previewSchema } from "../../../functions/events/contract.ts";
import type {
  approveSchema,
  beginSchema,
  decideSchema,
  newPlanSchema,
  planListSchema,
  rowPageSchema,
  ShownPlan,
} from "../../../functions/lists/contract.ts";
import type { noticeMessageSchema } from "../../../functions/notifications/contract.ts";
import type {
  bulkBodySchema,
  bulkResultSchema,
  employeePageSchema,
  operationPageSchema,
  Overview,
  ShownEmployee,
  ShownOperation,
  verbBodySchema,
} from "../../../functions/operations/contract.ts";
import type { EventType } from "../../../shared/event-types.ts";
import { problems } from "../../../shared/webhook/problem.ts";

const saidAt = "2026-11-26T09:00:00.000Z";
const doneAt = "2026-11-26T09:00:02.000Z";

const hired: ShownOperation = {
  id: "op_01KB1Q5G8ZT3",
  type: "employee.hired",
  status: "succeeded",
  caller: "hr",
  employeeId: "E-1042",
  verbs: [],
  steps: [
    { name: "create person", status: "succeeded", attempts: 1, at: doneAt },
  ],
  warnings: [{ about: "avatar", reason: "avatar-unreachable" }],
  result: { personID: "P-7", refs: { person: "/people/P-7" } },
  history: [
    { at: saidAt, by: "hr", status: "accepted" },
    { at: doneAt, by: "workflow", status: "succeeded", person: "onboarded" },
  ],
  createdAt: saidAt,
  updatedAt: doneAt,
};

const held: ShownOperation = {
  id: "op_01KB1Q5GC2M8",
  type: "employee.terminated",
  status: "needs_attention",
  caller: "hr",
  employeeId: "E-1043",
  reason: "disable-limit",
  verbs: ["release", "reject"],
  steps: [],
  warnings: [],
  history: [
    { at: saidAt, by: "hr", status: "accepted" },
    {
      at: doneAt,
      by: "workflow",
      status: "needs_attention",
      reason: "disable-limit",
    },
  ],
  createdAt: saidAt,
  updatedAt: doneAt,
};

const overview: Overview = {
  at: doneAt,
  statuses: [{ status: "needs_attention", count: 1, isAtLeast: false }],
  reasons: [
    {
      status: "needs_attention",
      reason: "disable-limit",
      count: 1,
      isAtLeast: false,
    },
  ],
  warnings: [{ reason: "avatar-timeout", count: 2, isAtLeast: false }],
  limits: [
    {
      name: "disable-limit",
      used: 10,
      allowed: 10,
      held: { count: 1, isAtLeast: false },
    },
  ],
  blocked: [],
  callers: [{ name: "hr", scheme: "standard-webhooks", scopes: ["offboard"] }],
};

const employee: ShownEmployee = {
  employeeId: "E-1042",
  state: "active",
  personID: "P-7",
  ref: "/people/P-7",
  identities: ["slack"],
  hiredAt: saidAt,
  planned: [],
  attention: [],
  operations: [hired],
};

const employeeId = "E-1042";
/** The data of an event of each type. A chat tool alone asks for a status. */
const eventData: Record<Exclude<EventType, "status.show">, object> = {
  "employee.hired": {
    employeeId,
    name: { givenName: "Zoë", familyName: "Lindqvist" },
    email: "zoe.lindqvist@example.com",
    username: "zoe.lindqvist",
    startDate: "2026-12-01",
    title: "Site Reliability Engineer",
    avatar: { url: "https://hr.example.com/photos/1042.png" },
    tasks: [{ subject: "Meet your team", dueInDays: 3 }],
  },
  "employee.adopted": {
    employeeId,
    username: "zoe.lindqvist",
    email: "zoe.lindqvist@example.com",
  },
  "employee.changed": { employeeId, title: "Principal Engineer" },
  "employee.suspended": {
    employeeId,
    from: "2026-12-01",
    until: "2027-02-28",
  },
  "employee.resumed": { employeeId },
  "employee.terminated": { employeeId, lastDay: "2026-12-31" },
  "employee.termination_cancelled": { employeeId },
  "status.set": { employeeId, text: "On the road until Friday" },
  "record.changed": { employeeId },
};

const plan: ShownPlan = {
  id: "plan_1cBq0WlTqUc2yq3r",
  source: "hr-file",
  status: "planned",
  origin: "upload",
  asOf: saidAt,
  isWhole: true,
  phase: "all",
  createdBy: "ops",
  createdAt: doneAt,
  rows: 3,
  done: 3,
  counts: { same: 1, change: 1, end: 1 },
  applies: { change: 1, end: 1 },
  digest: "q2Yl0o8WZ8m2yq3r",
  findings: [],
  limits: [{ name: "disable-limit", used: 0, allowed: 10 }],
  decidedBy: [],
  approvalsNeeded: 1,
  approvals: [],
  accepted: 0,
  skipped: 0,
};

const problemsPage = "https://automation.your-company.test/problems";

/** An example of each schema that a request or an answer has, by its name, and of each problem. */
const values: Readonly<Record<string, unknown>> = {
  Operation: hired,
  AcceptedOperations: { operations: [hired] },
  OperationPage: {
    at: doneAt,
    operations: [held, hired],
    next: "eyJpZCI6Im9wIn0",
  } satisfies z.infer<typeof operationPageSchema>,
  BulkRequest: {
    status: "needs_attention",
    reason: "disable-limit",
    asOf: doneAt,
    limit: 50,
    note: "HR has confirmed the list.",
  } satisfies z.infer<typeof bulkBodySchema>,
  BulkResult: {
    changed: [held.id],
    refused: [{ id: hired.id, reason: "not-held" }],
  } satisfies z.infer<typeof bulkResultSchema>,
  VerbRequest: {
    note: "HR has confirmed it.",
  } satisfies z.infer<typeof verbBodySchema>,
  Overview: overview,
  Employee: employee,
  EmployeePage: {
    employees: [{ employeeId: "E-1042", state: "active" }],
  } satisfies z.infer<typeof employeePageSchema>,
  Preview: {
    events: [
      {
        type: "employee.terminated",
        employeeId: "E-1042",
        fields: ["/lastDay"],
        effectiveAt: "2026-12-31T23:00:00.000Z",
        match: {
          state: "active",
          hasPerson: true,
          limits: [{ name: "disable-limit", used: 3, allowed: 10 }],
          differs: [],
          outdated: [],
          verdict: {
            is: "scheduled",
            scheduledFor: "2026-12-31T23:00:00.000Z",
          },
        },
      },
    ],
    ignored: 0,
  } satisfies z.infer<typeof previewSchema>,
  NewPlan: {
    source: "hr-file",
    asOf: saidAt,
    isWhole: true,
    expectRows: 3,
    columns: ["Employee ID", "Status", "Title"],
  } satisfies z.input<typeof newPlanSchema>,
  BeginPlan: { chunks: 1, rows: 3 } satisfies z.infer<typeof beginSchema>,
  DecidePlan: { matches: { [employeeId]: "2042" } } satisfies z.infer<
    typeof decideSchema
  >,
  ApprovePlan: {
    digest: plan.digest ?? "",
    applies: plan.applies,
  } satisfies z.infer<typeof approveSchema>,
  Plan: plan,
  PlanPage: { plans: [plan] } satisfies z.infer<typeof planListSchema>,
  PlanRows: {
    rows: [
      {
        line: 3,
        employeeId: "E-1042",
        kind: "change",
        events: ["employee.changed"],
        fields: ["/title"],
      },
    ],
  } satisfies z.infer<typeof rowPageSchema>,
  Upload: "H4sIAAAAAAAA",
  Notice: {
    id: "notice_01KB1Q5GC2M8",
    type: "operation.held",
    timestamp: doneAt,
    data: {
      count: 1,
      reason: "disable-limit",
      operations: [
        {
          notice: "notice_01KB1Q5GC2M8_1",
          operation: held.id,
          type: held.type,
          employee: held.employeeId,
          at: doneAt,
          verbs: ["release", "reject"],
        },
      ],
    },
  } satisfies z.infer<typeof noticeMessageSchema>,
  ...Object.fromEntries(
    Object.entries(eventData).map(([type, data]) => [
      type,
      { type, timestamp: saidAt, data },
    ]),
  ),
  Verification: { verification: "a-challenge-of-okta" },
  TooManyRequests: { message: "Too Many Requests" },
  ...Object.fromEntries(
    Object.entries(problems).map(([name, [status, title]]) => [
      name,
      { type: `${problemsPage}#${name}`, status, title },
    ]),
  ),
};

/** `components.examples` of the OpenAPI document. */
export const examples = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, { value }]),
);
