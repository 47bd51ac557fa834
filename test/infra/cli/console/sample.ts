import { beforeAll, beforeEach } from "vitest";
import { localSecrets } from "../../../../infra/local/credentials.ts";
import { dayMs, minuteMs } from "../../../../shared/durations.ts";
import type { Operation } from "../../../../shared/store/operation.ts";
import { allLimits } from "../../../fixtures/all-limits.ts";
import { putEmployee } from "../../../fixtures/put-employee.ts";
import { operation, putOperations } from "../../../fixtures/put-operations.ts";
import { useLists } from "../../../functions/lists/lists-for-test.ts";
import { useConsole } from "./console-for-test.ts";

export const nowMs = Date.parse("2026-11-22T20:14:03.000Z");
const ago = (minutes: number) => nowMs - minutes * minuteMs;
/** A bit more than three days from now. */
const inThreeDaysMs = nowMs + 3 * dayMs + 30_000;

/** A hire that needs attention, with all that a page can show. */
export const incompleteHire = operation("op_incompleteHire000000000", {
  status: "needs_attention",
  reason: "tasks-or-streams-incomplete",
  employeeId: "E-1042",
  createdAtMs: ago(42),
  updatedAtMs: ago(40),
  steps: {
    say: { status: "succeeded", attempts: 1, atMs: ago(41.99) },
    "upload avatar": { status: "failed", attempts: 3, atMs: ago(41.5) },
    "create person": { status: "succeeded", atMs: ago(41.4) },
    "seed tasks": { status: "succeeded", atMs: ago(41.2) },
    "seed streams": { status: "failed", attempts: 10, atMs: ago(40.1) },
    record: { status: "succeeded", attempts: 1, atMs: ago(40) },
  },
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
});

/** A termination that the limit of disabled people holds. */
export const heldTermination = operation("op_heldTermination00000000", {
  type: "employee.terminated",
  status: "needs_attention",
  reason: "disable-limit",
  employeeId: "E-0007",
  createdAtMs: ago(10),
});

/**
 * A termination whose deletion is held, because the person has published more than a deletion may take away. The
 * operator has sent it.
 */
export const heldDeletion = operation("op_heldDeletion00000000000", {
  type: "employee.terminated",
  status: "needs_attention",
  reason: "person-has-contents",
  employeeId: "E-0451",
  caller: "ops",
  contents: 101,
  createdAtMs: ago(11_000),
});

/** A termination in its grace period. */
export const inGrace = operation("op_inGrace000000000000000", {
  type: "employee.terminated",
  status: "waiting",
  phase: "grace",
  employeeId: "E-1042",
  steps: { "disable person": { status: "succeeded", atMs: ago(4_999) } },
  contents: 37,
  dueAtMs: inThreeDaysMs,
  // A page shows no row for an empty value, and the store has such values.
  result: { personID: "2044", refs: {}, changed: [] },
  templates: [],
  ledTo: [],
  createdAtMs: ago(5_000),
  history: [
    { atMs: ago(5_000), by: "caller:hr", status: "accepted" },
    {
      atMs: ago(4_999),
      by: "workflow",
      status: "waiting",
      reason: "platform-error-503",
      times: 12,
      lastAtMs: ago(60),
    },
  ],
});

/** An operation that should have been handled long ago. */
export const overdue = operation("op_overdue", {
  status: "waiting",
  phase: "start",
  createdAtMs: ago(6_000),
  dueAtMs: ago(190),
});

/** What comes from a sender, and must not get into a page as HTML. */
const hostile = `<img src=x onerror="x">"&'`;

const reasons = [
  ["failed", "platform-error-503"],
  ["failed", "login-refused"],
  ["needs_attention", "person-missing"],
  ["needs_attention", "username-or-email-taken"],
] as const;
const types = [
  "employee.hired",
  "employee.changed",
  "employee.terminated",
] as const;

/** Operations that failed or need attention, some with a warning. */
const others = Array.from({ length: 120 }, (_, nth) => {
  const [status, reason] = reasons[nth % reasons.length] ?? reasons[0];
  return operation(`op_${String(nth).padStart(22, "x")}`, {
    type: types[nth % types.length] ?? "status.set",
    status,
    reason,
    employeeId: `E-${2000 + nth}`,
    createdAtMs: ago(50 + nth * 7),
    warnings:
      nth % 20 === 0 ? [{ about: "avatar", reason: "avatar-timeout" }] : [],
  });
});

const blocked = {
  status: "waiting",
  reason: "platform-unreachable",
  blockedBy: "platform",
  outage: "platform",
} as const;

const sample: readonly Operation[] = [
  heldTermination,
  incompleteHire,
  ...others,
  inGrace,
  heldDeletion,
  overdue,
  operation("op_blocked1", { ...blocked, createdAtMs: ago(7_000) }),
  operation("op_blocked2", { ...blocked, createdAtMs: ago(7_001) }),
  operation("op_denied", {
    status: "running",
    reason: "store-denied",
    createdAtMs: ago(7_002),
  }),
  {
    ...inGrace,
    id: "op_script",
    createdAtMs: ago(8_000),
    result: { personID: "1", refs: { html: "javascript:alert(1)" } },
  },
  {
    ...inGrace,
    id: "op_hostile",
    createdAtMs: ago(8_001),
    employeeId: hostile,
    caller: hostile,
  },
];

const limit = { percent: 0, min: 12, max: 12 };

/** An environment with the sample, and its console. Each test begins at {@link nowMs}. */
export function useSample() {
  const environment = useLists({
    tables: "in-memory",
    disableLimit: limit,
    callers: {
      hr: { ...localSecrets.callers.hr, keyedAt: "2025-02-01" },
      legacy: { scheme: "bearer", keys: [], scopes: [] },
    },
  });
  const site = useConsole(environment);
  const setClock = () => {
    const { advanceTime, nowMs: currentMs } = environment();
    advanceTime(nowMs - currentMs());
  };
  beforeAll(async () => {
    setClock();
    const { store } = environment();
    await putOperations(environment(), sample);
    await store.outages.noteFailure("platform", "platform-unreachable");
    for (let person = 0; person < limit.max; person++)
      await store.dailyLimits.allow(
        "disable-limit",
        String(person),
        allLimits(limit),
      );
    await store.persons.link("2031", incompleteHire.employeeId);
    for (let nth = 0; nth < 101; nth++)
      await putEmployee(store, `E-${1000 + nth}`, {
        state: "leaving",
        hiredAtMs: ago(600_000 + nth),
        ...(nth === 42 && {
          personID: "2031",
          refs: incompleteHire.result?.refs,
          identities: [{ kind: "slack", id: "T1 U1" }],
        }),
      });
  });
  beforeEach(() => {
    setClock();
    // No workflow starts, so a retried operation stays accepted.
    environment().partFailures.workflowStart = () => true;
  });
  return { environment, site };
}
