import { describe, expect, test } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import type { Caller } from "../../../shared/webhook/callers.ts";
import { representOperation as represent } from "../../../shared/webhook/represent-operation.ts";

const startMs = Date.UTC(2026, 0, 31, 18, 42);

function representOperation(
  one: Operation,
  scopes: Caller["scopes"] = ["onboard"],
) {
  return represent(one, { name: "reader", scopes });
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
  const shown = representOperation(operation({}));
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
  const shown = { status: "succeeded" };
  expect(representOperation(operation({ steps })).steps).toEqual([
    { ...shown, name: "first", attempts: 1, at: "2026-01-31T18:42:00.001Z" },
    { ...shown, name: "second", attempts: 2, at: "2026-01-31T18:42:00.002Z" },
    { ...shown, name: "third", attempts: 3, at: "2026-01-31T18:42:00.003Z" },
  ]);
});

describe("the dueAt of an operation", () => {
  const dueAtMs = startMs + 5;

  test("is shown while the operation waits", () => {
    const { dueAt } = representOperation(
      operation({ status: "waiting", dueAtMs }),
    );
    expect(dueAt).toBe("2026-01-31T18:42:00.005Z");
  });

  test("is hidden while the operation runs, because it is only the time of the next check", () => {
    const { dueAt } = representOperation(operation({ dueAtMs }));
    expect(dueAt).toBeUndefined();
  });
});

test("shows the caller of the event, the warnings and the person to callers with operate or observe", () => {
  const warnings: Operation["warnings"] = [
    { about: "/phones", reason: "differs" },
  ];
  const result = { personID: "7", refs: {} };
  const one = operation({ warnings, result });
  for (const scope of ["operate", "observe"] as const)
    expect(representOperation(one, [scope])).toMatchObject({
      caller: "hr",
      warnings,
      result,
    });
  expect(representOperation(one).caller).toBeUndefined();
});

describe("the verbs of an operation", () => {
  const held = operation({
    status: "needs_attention",
    reason: "deletion-limit",
  });

  test("are shown to a caller with operate, and to no other", () => {
    expect(representOperation(held, ["operate"]).verbs).toEqual([
      "release",
      "reject",
    ]);
    expect(representOperation(held, ["observe"]).verbs).toEqual([]);
    expect(representOperation(held).verbs).toEqual([]);
  });

  test("are without the ones for another caller than the sender of the event", () => {
    const sender = { name: "hr", scopes: ["operate"] } as const;
    expect(represent(held, sender).verbs).toEqual([]);
    const failed = operation({ status: "failed", reason: "unexpected" });
    expect(represent(failed, sender).verbs).toEqual(["retry", "resolve"]);
  });
});

describe("a caller without the scope operate", () => {
  const result = { personID: "7", refs: {} };
  const created = {
    "create person": { status: "succeeded", attempts: 1, atMs: startMs },
  } as const;

  test("does not learn from warnings whether a value that it guessed fits", () => {
    const warnings: Operation["warnings"] = [
      { about: "/phones", reason: "differs" },
      { about: "/identities/slack", reason: "belongs-to-another" },
      { about: "/tags", reason: "owned-by-person" },
      { about: "avatar", reason: "avatar-too-large" },
    ];
    const one = operation({ warnings, result });
    expect(representOperation(one).warnings).toEqual([warnings[3]]);
    expect(representOperation(one, ["operate"]).warnings).toEqual(warnings);
  });

  test("sees the person of an operation that created the person, and of no other", () => {
    const other = operation({ result, sameAs: "op_0" });
    expect(representOperation(other).result).toBeUndefined();
    expect(representOperation(other, ["operate"]).result).toEqual(result);
    const own = operation({ result, steps: created });
    expect(representOperation(own).result).toEqual(result);
  });

  test("does not see the note of an operator, which callers with operate or observe see", () => {
    const resolved = {
      atMs: startMs,
      by: "caller:ops",
      status: "cancelled",
      reason: "resolved",
    } as const;
    const note = "The account belongs to another employee";
    const one = operation({ history: [{ ...resolved, note }] });
    const shown = representOperation(one).history;
    expect(shown).toMatchObject([{ by: "caller:ops", reason: "resolved" }]);
    expect(JSON.stringify(shown)).not.toContain("note");
    for (const scope of ["operate", "observe"] as const)
      expect(representOperation(one, [scope]).history).toMatchObject([
        { note },
      ]);
  });

  test("sees which fields an operation changed, and not the person", () => {
    const changed = ["/title"];
    const one = operation({ result: { ...result, changed } });
    expect(representOperation(one).result).toEqual({ changed });
  });
});
