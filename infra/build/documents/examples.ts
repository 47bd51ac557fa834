import { problems } from "../../../shared/webhook/problem.ts";
import { sampleHire } from "../../sample/hire.ts";
import { createSample, sampleNames } from "../../sample/samples.ts";

const saidAt = "2026-11-26T09:00:00.000Z";
const doneAt = "2026-11-26T09:00:02.000Z";

const { employeeId } = sampleHire(0).data;
const hired = {
  id: "op_01KB1Q5G8ZT3",
  type: "employee.hired",
  status: "succeeded",
  caller: "hr",
  employeeId,
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

const held = {
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

const overview = {
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

const employee = {
  employeeId,
  state: "active",
  personID: "P-7",
  ref: "/people/P-7",
  identities: ["slack"],
  hiredAt: saidAt,
  planned: [],
  attention: [],
  operations: [hired],
};

/** Fields that a reader of the document should see, and that the samples do not have. */
const moreFields: Readonly<Record<string, object>> = {
  hire: { avatar: { url: "https://hr.example.com/photos/1042.png" } },
  suspend: { from: "2026-12-01", until: "2027-02-28" },
  leave: { lastDay: "2026-12-31" },
};
/** The events of the sample employee, as `events send --sample` sends them. */
const events = sampleNames.map((name) =>
  createSample(name, Date.parse(saidAt), { ...moreFields[name] }),
);

const plan = {
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
  toDecide: 0,
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

/**
 * An example of each schema that a request or an answer has, by its name, and of each problem.
 * test/docs/api.test.ts checks each against its schema. In the documents, each is the `value` of an Example Object.
 */
const values: Readonly<Record<string, unknown>> = {
  Operation: hired,
  AcceptedOperations: { operations: [hired] },
  OperationPage: {
    at: doneAt,
    operations: [held, hired],
    next: "eyJpZCI6Im9wIn0",
  },
  BulkRequest: { operations: [held.id, hired.id], asOf: doneAt },
  BulkResult: {
    changed: [held.id],
    refused: [{ id: hired.id, reason: "not-held" }],
  },
  VerbRequest: { note: "HR has confirmed it." },
  Overview: overview,
  Employee: employee,
  EmployeePage: { employees: [{ employeeId, state: "active" }] },
  Preview: {
    events: [
      {
        type: "employee.terminated",
        employeeId,
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
  },
  NewPlan: {
    source: "hr-file",
    asOf: saidAt,
    isWhole: true,
    expectRows: 3,
    columns: ["Employee ID", "Status", "Title"],
  },
  BeginPlan: { chunks: 1, rows: 3 },
  DecidePlan: { matches: { [employeeId]: "2042" } },
  ApprovePlan: { digest: plan.digest, applies: plan.applies },
  Plan: plan,
  PlanPage: { plans: [plan] },
  PlanRows: {
    rows: [
      {
        line: 3,
        employeeId,
        kind: "change",
        events: ["employee.changed"],
        fields: ["/title"],
      },
    ],
  },
  Upload: "H4sIAAAAAAAA", // the beginning of a gzip file in base64
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
  },
  ...Object.fromEntries(events.map((event) => [event.type, event])),
  "record.changed": {
    type: "record.changed",
    timestamp: saidAt,
    data: { employeeId },
  },
  Verification: { verification: "a-challenge-of-okta" },
  TooManyRequests: { message: "Too Many Requests" },
  ...Object.fromEntries(
    Object.entries(problems).map(([name, [status, title]]) => [
      name,
      { type: `${problemsPage}#${name}`, status, title },
    ]),
  ),
};

export const examples = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, { value }]),
);
