import type {
  ShownPlan,
  ShownRow,
} from "../../../../functions/lists/contract.ts";
import type {
  ShownEmployee,
  ShownOperation,
  Verb,
} from "../../../../functions/operations/contract.ts";
import { OperatorsApiError } from "../../../../infra/cli/api/send-request.ts";
import type { OperatorsApi } from "../../../../infra/cli/console/console-context.ts";
import {
  ago,
  incompleteHire,
  inGrace,
  nowMs,
  sampleOperations,
} from "./sample-operations.ts";
import { overview } from "./sample-overview.ts";

export type SampleApi = OperatorsApi & {
  /** Each verb that the console has used: "retry op_1", "release status=failed". */
  acted: string[];
  /** The filters of each list of operations that the console has read. */
  asked: object[];
  /** The next calls fail with this error. */
  failWith: (error: Error | undefined) => void;
  /** After so many verbs, each call answers 503. */
  failAfter: (verbs: number) => void;
  /** After so many verbs, each call waits until this is called again. */
  holdAfter: (verbs: number) => void;
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
  let heldAfter = Infinity;
  let held = Promise.withResolvers<void>();
  let refusal = "not-held";
  function answer<T>(value: T): Promise<T> {
    const error =
      failure ??
      (acted.length > maxActed
        ? new OperatorsApiError(
            "Cannot do it: unavailable.\nLater.",
            503,
            "unavailable",
          )
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
    holdAfter: (verbs) => {
      heldAfter = verbs;
      held.resolve();
      held = Promise.withResolvers();
    },
    refuseWith: (reason) => (refusal = reason),
    overview: () => answer(overview),
    operations: {
      page: (filter, page) => {
        asked.push({ ...filter, ...page });
        if (filter.caller === "short")
          return answer({ at: ago(0), operations: [], next: "1" });
        const matching = operations.filter(
          (one) =>
            (filter.status ?? one.status) === one.status &&
            (filter.reason ?? one.reason) === one.reason &&
            (filter.type ?? one.type) === one.type &&
            (filter.employeeId ?? one.employeeId) === one.employeeId &&
            (filter.caller ?? one.caller) === one.caller,
        );
        const { items, ...rest } = pageOf(matching, page?.limit, page?.cursor);
        return answer({ at: ago(0), operations: items, ...rest });
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
      actOnMany: async (verb, body) => {
        if (acted.length >= heldAfter) await held.promise;
        acted.push(`${verb} ${JSON.stringify(body)}`);
        const [refused, ...changed] = body.operations;
        return answer({
          changed,
          refused: refused ? [{ id: refused, reason: refusal }] : [],
        });
      },
    },
    // test/infra/cli/console/plans.test.ts has the pages of plans, with the real API.
    plans: {
      list: () => answer({ plans: [samplePlan] }),
      get: (id) => (id === samplePlan.id ? answer(samplePlan) : noPlan()),
      async *rows() {
        yield* samplePlanRows;
      },
      decide: noPlan,
      approve: noPlan,
      apply: noPlan,
      stop: noPlan,
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
      get: (employeeId) =>
        /^\d+$/.test(employeeId)
          ? Promise.reject(new OperatorsApiError("", 404, "not-found"))
          : answer(employee(employeeId)),
      ofPerson: (personID) =>
        answer(
          personID === "2031"
            ? { employeeId: "E-1042", state: "active" }
            : undefined,
        ),
    },
  };
}

function employee(employeeId: string): ShownEmployee {
  return {
    employeeId,
    state: "leaving",
    personID: "2031",
    ref: "https://community.example/api/core/v3/people/2031",
    page: "https://community.example/people/ada",
    identities: ["slack"],
    hiredAt: ago(600_000),
    startsAt: ago(590_000),
    planned: [
      {
        id: inGrace.id,
        type: "employee.terminated",
        status: "waiting",
        phase: "grace",
        dueAt: new Date(nowMs + 3 * 86_400_000).toISOString(),
      },
    ],
    attention: [
      {
        id: incompleteHire.id,
        type: incompleteHire.type,
        status: incompleteHire.status,
        reason: incompleteHire.reason,
      },
    ],
    operations: [inGrace, incompleteHire],
  };
}

/** A plan with rows about which an operator decides. */
export const samplePlan: ShownPlan = {
  id: "plan_1cBq0WlTqUc2yq3r",
  source: "hr-file",
  origin: "upload",
  status: "planned",
  asOf: ago(60),
  isWhole: true,
  phase: "all",
  createdBy: "ops",
  createdAt: ago(60),
  rows: 3,
  done: 3,
  counts: { change: 1, conflict: 2 },
  applies: { change: 1 },
  toDecide: 1,
  digest: "q2Yl0o8WZ8m2yq3r",
  findings: [],
  limits: [],
  decidedBy: [],
  approvalsNeeded: 1,
  approvals: [],
  accepted: 0,
  skipped: 0,
};
const samplePlanRows: ShownRow[] = [
  {
    line: 2,
    employeeId: "E-1",
    kind: "conflict",
    reason: "match-unclear",
    persons: ["2042", "2043"],
    matches: [
      {
        person: "2042",
        agrees: ["/username"],
        differs: ["/email", "/name/givenName", "/title"],
      },
      { person: "2043", agrees: ["/email"], differs: ["/username"] },
    ],
    names: {
      row: {
        name: "Ada Lovelace",
        username: "ada.lovelace",
        email: "ada.lovelace@engineering.halden.example",
      },
      persons: {
        "2042": {
          name: "Augusta King",
          username: "ada.lovelace",
          email: "augusta.king.countess@halden.example",
        },
        "2043": { name: "Ada Lovelace", username: "ada.l" },
      },
    },
  },
  {
    line: 3,
    employeeId: "an-employee-with-a-rather-long-id-4711",
    kind: "conflict",
    reason: "record-invalid",
    fields: ["#/data/email", "#/data/name/givenName"],
  },
];

function noPlan(): never {
  throw new OperatorsApiError("", 404, "not-found");
}
