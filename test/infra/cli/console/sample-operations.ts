import type { ShownOperation } from "../../../../functions/operations/contract.ts";

export const nowMs = Date.parse("2026-11-22T20:14:03.000Z");
export const ago = (minutes: number) =>
  new Date(nowMs - minutes * 60_000).toISOString();

/** A hire that needs attention, with all that a page can show. */
export const incompleteHire = operation("op_incompleteHire000000000", {
  type: "employee.hired",
  status: "needs_attention",
  reason: "tasks-or-streams-incomplete",
  employeeId: "E-1042",
  verbs: ["retry", "resolve"],
  createdAt: ago(42),
  updatedAt: ago(40),
  steps: [
    { name: "say", status: "succeeded", attempts: 1, at: ago(41.99) },
    { name: "upload avatar", status: "failed", attempts: 3, at: ago(41.5) },
    { name: "create person", status: "succeeded", at: ago(41.4) },
    { name: "seed tasks", status: "succeeded", at: ago(41.2) },
    { name: "seed streams", status: "failed", attempts: 10, at: ago(40.1) },
    { name: "record", status: "succeeded", attempts: 1, at: ago(40) },
  ],
  warnings: [
    { about: "avatar", reason: "avatar-too-large" },
    { about: "stream:Team", reason: "platform-refused-409" },
  ],
  result: {
    personID: "2031",
    refs: {
      html: "https://community.example/people/ada",
      self: "https://community.example/api/core/v3/people/2031",
    },
  },
  templates: ["engineering", "gdansk"],
  history: [
    { at: ago(42), by: "caller:hr", status: "accepted" },
    { at: ago(42), by: "workflow", status: "running" },
    {
      at: ago(40),
      by: "workflow",
      status: "needs_attention",
      reason: "tasks-or-streams-incomplete",
    },
  ],
});

/** A termination that the limit of disabled people holds. */
export const heldTermination = operation("op_heldTermination00000000", {
  type: "employee.terminated",
  status: "needs_attention",
  reason: "disable-limit",
  employeeId: "E-0007",
  verbs: ["release", "reject"],
  refusedVerbs: [
    { verb: "retry", reason: "not-to-retry" },
    { verb: "enable", reason: "not-kept" },
  ],
  createdAt: ago(10),
});

/** A termination whose deletion is held, because the person has published more than a deletion may take away. */
export const heldDeletion = operation("op_heldDeletion00000000000", {
  type: "employee.terminated",
  status: "needs_attention",
  reason: "person-has-contents",
  employeeId: "E-0451",
  verbs: [],
  refusedVerbs: [
    { verb: "retry", reason: "not-to-retry" },
    { verb: "release", reason: "sent-by-yourself" },
    { verb: "reject", reason: "forbidden" },
  ],
  contents: 101,
  createdAt: ago(11000),
});

/** A termination in its grace period. */
export const inGrace = operation("op_inGrace000000000000000", {
  type: "employee.terminated",
  status: "waiting",
  phase: "grace",
  employeeId: "E-0815",
  verbs: ["cancel", "delete-now"],
  steps: [{ name: "disable person", status: "succeeded", at: ago(4999) }],
  contents: 37,
  dueAt: new Date(nowMs + 3 * 86_400_000).toISOString(),
  // A page shows no row for an empty value, and the store has such values.
  result: { personID: "2044", refs: {}, changed: [] },
  templates: [],
  ledTo: [],
  createdAt: ago(5000),
  history: [
    { at: ago(5000), by: "caller:hr", status: "accepted" },
    { at: ago(5000), by: "workflow", status: "running" },
    {
      at: ago(4999),
      by: "workflow",
      status: "waiting",
      reason: "platform-error-503",
      times: 12,
      lastAt: ago(60),
    },
  ],
});

const reasons = [
  ["failed", "platform-error-503"],
  ["failed", "login-refused"],
  ["needs_attention", "person-missing"],
  ["needs_attention", "username-or-email-taken"],
] as const;
const types = ["employee.hired", "employee.changed", "employee.terminated"];

/** Operations, the newest first: the three above, and many others. */
export function sampleOperations(many = 120): ShownOperation[] {
  const others = Array.from({ length: many }, (_, index) => {
    const [status, reason] = reasons[index % reasons.length] ?? reasons[0];
    return operation(`op_${String(index).padStart(22, "x")}`, {
      type: types[index % types.length] ?? "status.set",
      status,
      reason,
      employeeId: `E-${2000 + index}`,
      verbs: ["retry", "resolve"],
      createdAt: ago(50 + index * 7),
    });
  });
  return [heldTermination, incompleteHire, ...others, inGrace, heldDeletion];
}

function operation(
  id: string,
  fields: Partial<ShownOperation>,
): ShownOperation {
  const { status = "accepted", createdAt = ago(60), reason } = fields;
  return {
    id,
    type: "employee.hired",
    caller: "hr",
    employeeId: "E-1",
    verbs: [],
    steps: [],
    warnings: [],
    history: [
      { at: createdAt, by: "caller:hr", status: "accepted" },
      { at: createdAt, by: "workflow", status, ...(reason && { reason }) },
    ],
    updatedAt: createdAt,
    ...fields,
    status,
    createdAt,
  };
}
