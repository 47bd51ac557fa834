import { expect, test } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import type { Caller } from "../../../shared/webhook/callers.ts";
import { rows } from "../../fixtures/rows.ts";
import { representOperation } from "../../../shared/webhook/represent-operation.ts";

const startMs = Date.UTC(2026, 0, 31, 18, 42);

function represent(one: Operation, scopes: Caller["scopes"] = ["onboard"]) {
  return representOperation(one, { name: "reader", scopes });
}

function operation(changes: Partial<Operation>): Operation {
  return {
    id: "op_1",
    type: "employee.hired",
    status: "running",
    caller: "hr",
    employeeId: "E-1",
    fingerprint: "fingerprint-of-the-body",
    eventAtMs: startMs,
    run: 1,
    execution: "arn-of-the-execution",
    steps: {},
    warnings: [],
    history: [{ atMs: startMs, by: "caller:hr", status: "accepted" }],
    createdAtMs: startMs,
    updatedAtMs: startMs + 1_000,
    ...changes,
  };
}

test("represents an operation with times as text, and without internal fields", () => {
  const shown = represent(operation({}));
  expect(JSON.parse(JSON.stringify(shown))).toEqual({
    id: "op_1",
    type: "employee.hired",
    status: "running",
    employeeId: "E-1",
    verbs: [],
    steps: [],
    warnings: [],
    history: [
      { at: "2026-01-31T18:42:00.000Z", by: "caller:hr", status: "accepted" },
    ],
    createdAt: "2026-01-31T18:42:00.000Z",
    updatedAt: "2026-01-31T18:42:01.000Z",
  });
});

test("lists steps in the order of their times", () => {
  const step = (attempts: number) =>
    ({ status: "succeeded", attempts, atMs: startMs + attempts }) as const;
  const steps = { third: step(3), first: step(1), second: step(2) };
  const status = "succeeded";
  expect(represent(operation({ steps })).steps).toEqual([
    { name: "first", status, attempts: 1, at: "2026-01-31T18:42:00.001Z" },
    { name: "second", status, attempts: 2, at: "2026-01-31T18:42:00.002Z" },
    { name: "third", status, attempts: 3, at: "2026-01-31T18:42:00.003Z" },
  ]);
});

const result = { personID: "7", refs: {} };
const created = {
  "create person": { status: "succeeded", attempts: 1, atMs: startMs },
};
const waits = { status: "waiting", dueAtMs: startMs + 5 };
const tooLarge = { about: "avatar", reason: "avatar-too-large" };
const warnings = [
  { about: "/phones", reason: "differs" },
  { about: "/identities/slack", reason: "belongs-to-another" },
  { about: "/tags", reason: "owned-by-person" },
  tooLarge,
];
const resolved = { by: "caller:ops", status: "cancelled", reason: "resolved" };
const noted = { ...resolved, note: "The account belongs to another employee" };
const atStart = { at: "2026-01-31T18:42:00.000Z" };

// What | changes of the operation | the field | its value for the sender | its value for operators and observers
test.each(rows<[string, Partial<Operation>, string, unknown, unknown]>`
  when the operation continues, while it waits | ${waits} | dueAt | 2026-01-31T18:42:00.005Z | 2026-01-31T18:42:00.005Z
  no time while it runs, when dueAt is the time of the next check | ${{ dueAtMs: startMs + 5 }} | dueAt | ${undefined} | ${undefined}
  not which caller sent the event | ${{}} | caller | ${undefined} | hr
  no warning that tells whether a guessed value fits | ${{ warnings }} | warnings | ${[tooLarge]} | ${warnings}
  not the person of an operation that created none | ${{ result, sameAs: "op_0" }} | result | ${undefined} | ${result}
  the person whom the operation created | ${{ result, steps: created }} | result | ${result} | ${result}
  which fields an operation changed, and not the person | ${{ result: { ...result, changed: ["/title"] } }} | result | ${{ changed: ["/title"] }} | ${{ ...result, changed: ["/title"] }}
  not the note of an operator | ${{ history: [{ atMs: startMs, ...noted }] }} | history | ${[{ ...atStart, ...resolved }]} | ${[{ ...atStart, ...noted }]}
`)("a sender sees %s", (_, changes, field, ofSender, ofOperator) => {
  const one = operation(changes);
  for (const [scope, seen] of [
    ["onboard", ofSender],
    ["operate", ofOperator],
    ["observe", ofOperator],
  ] as const)
    expect(Reflect.get(represent(one, [scope]), field)).toEqual(seen);
});
