import type {
  Overview,
  ShownEmployee,
  ShownOperation,
  Verb,
} from "../../../../functions/operations/contract.ts";
import { OperatorsApiError } from "../../../../infra/cli/api/operators-api-error.ts";
import type { OperatorsApi } from "../../../../infra/cli/console/operators-api.ts";

export const nowMs = Date.parse("2026-11-22T20:14:03.000Z");
const ago = (minutes: number) =>
  new Date(nowMs - minutes * 60_000).toISOString();

/** A hire that needs attention, with all that a page can show. */
export const incompleteHire = operation("op_fXq2mZ0hVt8sLr4cYw1NgA", {
  type: "employee.hired",
  status: "needs_attention",
  reason: "tasks-or-streams-incomplete",
  employeeId: "E-1042",
  verbs: ["retry", "resolve"],
  createdAt: ago(42),
  updatedAt: ago(40),
  steps: [
    { name: "claim", status: "succeeded", attempts: 1, at: ago(41.99) },
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

export const heldTermination = operation("op_hL0deDTerminat10nAbCdE", {
  type: "employee.terminated",
  status: "needs_attention",
  reason: "disable-limit",
  employeeId: "E-0007",
  verbs: ["release", "reject"],
  createdAt: ago(10),
});

export const inGrace = operation("op_gR4ceTerminat10nAbCdEf", {
  type: "employee.terminated",
  status: "waiting",
  employeeId: "E-0815",
  verbs: ["cancel", "delete-now"],
  dueAt: new Date(nowMs + 3 * 86_400_000).toISOString(),
  createdAt: ago(5000),
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
  return [heldTermination, incompleteHire, ...others, inGrace];
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

export const overview: Overview = {
  at: ago(0),
  statuses: [
    { status: "needs_attention", count: 62, isAtLeast: false },
    { status: "failed", count: 60, isAtLeast: false },
    { status: "waiting", count: 10_000, isAtLeast: true },
    { status: "active", count: 3, isAtLeast: false },
  ],
  reasons: [
    {
      status: "needs_attention",
      reason: "disable-limit",
      count: 31,
      isAtLeast: false,
    },
    {
      status: "failed",
      reason: "login-refused",
      count: 30,
      isAtLeast: false,
    },
    {
      status: "failed",
      reason: "platform-error-503",
      count: 30,
      isAtLeast: false,
    },
    {
      status: "needs_attention",
      reason: "username-or-email-taken",
      count: 1,
      isAtLeast: false,
    },
  ],
  oldestOverdue: { id: inGrace.id, status: "waiting", dueAt: ago(190) },
  limits: [
    {
      name: "disable-limit",
      used: 12,
      allowed: 12,
      held: { count: 31, isAtLeast: false },
    },
    {
      name: "deletion-limit",
      used: 3,
      allowed: 10,
      held: { count: 0, isAtLeast: false },
    },
    {
      name: "rename-limit",
      used: 9,
      allowed: 10,
      held: { count: 0, isAtLeast: false },
    },
  ],
  blocked: [
    {
      by: "platform",
      since: ago(25),
      waiting: { count: 214, isAtLeast: false },
    },
  ],
  callers: [
    {
      name: "hr",
      scheme: "standard-webhooks",
      scopes: ["onboard", "adopt", "offboard", "update", "status:any"],
      issue: "old-key",
      keyedAt: "2025-02-01T00:00:00.000Z",
    },
    { name: "slack", scheme: "slack", scopes: ["status:own"] },
    {
      name: "operator-mei",
      scheme: "bearer",
      scopes: ["operate"],
      keyedAt: "2026-10-01T00:00:00.000Z",
    },
    { name: "legacy", scheme: "bearer", scopes: [], issue: "no-key" },
  ],
};

export type SampleApi = OperatorsApi & {
  /** Each verb that the console has used: "retry op_1", "release status=failed". */
  acted: string[];
  /** The filters of each list of operations that the console has read. */
  asked: object[];
  /** The next calls fail with this error. */
  failWith: (error: Error | undefined) => void;
  /** After so many verbs, each call answers 503. */
  failAfter: (verbs: number) => void;
  /** Why a verb for many operations does not change the first one. */
  refuseWith: (reason: string) => void;
};

/** A fake of the API's client, on operations in memory. */
export function createSampleApi(
  operations: readonly ShownOperation[] = sampleOperations(),
): SampleApi {
  const acted: string[] = [];
  const asked: object[] = [];
  let failure: Error | undefined;
  let maxActed = Infinity;
  let refusal = "not-held";
  function answer<T>(value: T): Promise<T> {
    const error =
      failure ??
      (acted.length > maxActed
        ? new OperatorsApiError("", 503, "unavailable")
        : undefined);
    return error ? Promise.reject(error) : Promise.resolve(value);
  }
  const find = (id: string) => operations.find((one) => one.id === id);

  function pageOf<T>(all: readonly T[], limit = 50, cursor?: string) {
    const from = Number(cursor ?? 0);
    const to = from + limit;
    return {
      items: all.slice(from, to),
      ...(to < all.length && { next: String(to) }),
    };
  }

  return {
    acted,
    asked,
    failWith: (error) => {
      failure = error;
      maxActed = Infinity;
    },
    failAfter: (verbs) => (maxActed = verbs),
    refuseWith: (reason) => (refusal = reason),
    overview: () => answer(overview),
    operations: {
      page: (filter, page) => {
        asked.push({ ...filter, ...page });
        if (filter.caller === "short")
          return answer({ operations: [], next: "1" });
        const matching = operations.filter(
          (one) =>
            (filter.status ?? one.status) === one.status &&
            (filter.reason ?? one.reason) === one.reason &&
            (filter.type ?? one.type) === one.type &&
            (filter.employeeId ?? one.employeeId) === one.employeeId &&
            (filter.caller ?? one.caller) === one.caller,
        );
        const { items, ...rest } = pageOf(matching, page?.limit, page?.cursor);
        return answer({ operations: items, ...rest });
      },
      get: (id) => {
        const found = find(id);
        return found
          ? answer(found)
          : Promise.reject(new OperatorsApiError("", 404, "not-found"));
      },
      act: (id, verb: Verb, body) => {
        acted.push(`${verb} ${id} ${JSON.stringify(body)}`);
        return answer({ ...incompleteHire, id, verbs: [] });
      },
      actOnMany: (verb, body) => {
        acted.push(`${verb} ${JSON.stringify(body)}`);
        const ids =
          "operations" in body
            ? body.operations
            : operations
                .filter(({ status }) => status === body.status)
                .map(({ id }) => id);
        const { items, ...rest } = pageOf(
          ids,
          100,
          "cursor" in body ? body.cursor : undefined,
        );
        const [refused, ...changed] = items;
        return answer({
          changed,
          refused: refused ? [{ id: refused, reason: refusal }] : [],
          ...rest,
        });
      },
    },
    employees: {
      page: (state, page) => {
        const all = Array.from({ length: 250 }, (_, index) => ({
          employeeId: `E-${1000 + index}`,
          state,
        }));
        const { items, ...rest } = pageOf(all, page?.limit, page?.cursor);
        return answer({ employees: items, ...rest });
      },
      get: (employeeId) => answer(employee(employeeId)),
    },
  };
}

function employee(employeeId: string): ShownEmployee {
  return {
    employeeId,
    state: "leaving",
    personID: "2031",
    ref: "https://community.example/api/core/v3/people/2031",
    identities: ["slack"],
    hiredAt: ago(600_000),
    startsAt: ago(590_000),
    planned: [
      {
        id: inGrace.id,
        type: "employee.terminated",
        dueAt: new Date(nowMs + 3 * 86_400_000).toISOString(),
      },
    ],
    operations: [inGrace, incompleteHire],
  };
}
