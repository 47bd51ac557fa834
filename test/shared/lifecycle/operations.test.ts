import { describe, expect, test } from "vitest";
import {
  type Ending,
  hasEnded,
  operationStatuses,
} from "../../../shared/lifecycle/operations.ts";
import { startMs, useLifecycle } from "./lifecycle-for-test.ts";

const lifecycle = useLifecycle();

const newOperation = (id: string, fingerprint = "f1") => ({
  id,
  type: "employee.hired",
  caller: "hr",
  employeeId: "E-1",
  fingerprint,
  eventAtMs: startMs - 1000,
});

const succeeded: Ending = {
  status: "succeeded",
  steps: { "create person": { status: "succeeded", attempts: 2, atMs: 1 } },
  warnings: [{ about: "avatar", reason: "too-large" }],
  result: { personID: "1001", refs: { self: "https://x.example/1001" } },
};

describe("accepting", () => {
  test("stores an operation that has done nothing yet", async () => {
    const { operations } = lifecycle();
    const { operation, isNew } = await operations.accept(newOperation("new"));
    expect(isNew).toBe(true);
    expect(operation).toEqual({
      ...newOperation("new"),
      status: "accepted",
      steps: {},
      warnings: [],
      createdAtMs: startMs,
      updatedAtMs: startMs,
    });
    expect(await operations.get("new")).toEqual(operation);
  });

  test("of fifty at once under one id, exactly one wins, and all get the winner's", async () => {
    const { operations } = lifecycle();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        operations.accept(newOperation("race", `f${index}`)),
      ),
    );
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    const winner = all.find(({ isNew }) => isNew)?.operation;
    for (const { operation } of all) expect(operation).toEqual(winner);
  });

  test("an operation that is not there is undefined", async () => {
    expect(await lifecycle().operations.get("unknown")).toBeUndefined();
  });
});

describe("starting", () => {
  test("an accepted operation runs, and may be started again by a retry", async () => {
    const { operations } = lifecycle();
    await operations.accept(newOperation("start"));
    const { employeeId, eventAtMs, fingerprint } = newOperation("start");
    const started = { id: "start", employeeId, eventAtMs, fingerprint };
    expect(await operations.start("start")).toEqual(started);
    expect(await operations.start("start")).toEqual(started);
    expect(await operations.get("start")).toMatchObject({ status: "running" });
  });

  test("an unknown operation does not start, and is not made by that", async () => {
    const { operations, item } = lifecycle();
    expect(await operations.start("never")).toBeUndefined();
    expect(await item("operation#never")).toBeUndefined();
  });

  test.each(operationStatuses.filter((status) => hasEnded({ status })))(
    "one that is %s does not start again",
    async (status) => {
      const { operations } = lifecycle();
      const id = `ended-${status}`;
      await operations.accept(newOperation(id));
      await operations.start(id);
      await operations.finish(id, {
        status: status as Ending["status"],
        steps: {},
        warnings: [],
      });
      expect(await operations.start(id)).toBeUndefined();
      expect(await operations.get(id)).toMatchObject({ status });
    },
  );
});

describe("steps", () => {
  const step = { status: "succeeded", attempts: 1, atMs: startMs + 5 } as const;

  test("are recorded beside each other, the latest word counts", async () => {
    const { operations } = lifecycle();
    await operations.accept(newOperation("steps"));
    await operations.start("steps");
    await operations.recordStep("steps", "create person", {
      ...step,
      status: "failed",
    });
    await operations.recordStep("steps", "create person", step);
    await operations.recordStep("steps", "seed tasks", step);
    expect(await operations.get("steps")).toMatchObject({
      steps: { "create person": step, "seed tasks": step },
      updatedAtMs: step.atMs,
    });
  });

  test("of an operation that does not run are not recorded", async () => {
    const { operations } = lifecycle();
    await operations.accept(newOperation("idle"));
    await operations.recordStep("idle", "create person", step);
    expect((await operations.get("idle"))?.steps).toEqual({});
  });
});

describe("finishing", () => {
  test("writes the whole ending and when it may be swept, in seconds", async () => {
    const { operations, item, clock } = lifecycle();
    await operations.accept(newOperation("finish"));
    expect(await item("operation#finish")).not.toHaveProperty(
      "expiresAtSeconds",
    );
    await operations.start("finish");
    clock.nowMs = startMs + 60_000;
    await operations.finish("finish", succeeded);
    clock.nowMs = startMs;
    expect(await operations.get("finish")).toEqual({
      ...newOperation("finish"),
      ...succeeded,
      createdAtMs: startMs,
      updatedAtMs: startMs + 60_000,
    });
    expect(await item("operation#finish")).toMatchObject({
      // 2026-05-01T18:43:00Z: ninety days after.
      expiresAtSeconds: 1_777_660_980,
    });
  });

  test("an ended operation again changes nothing", async () => {
    const { operations, item, clock } = lifecycle();
    await operations.accept(newOperation("twice"));
    await operations.start("twice");
    await operations.finish("twice", succeeded);
    const before = await item("operation#twice");
    clock.nowMs = startMs + 1;
    await operations.finish("twice", {
      status: "failed",
      steps: {},
      warnings: [],
      reason: "late",
    });
    await operations.recordStep("twice", "late", {
      status: "failed",
      attempts: 1,
      atMs: startMs + 1,
    });
    clock.nowMs = startMs;
    expect(await item("operation#twice")).toEqual(before);
  });

  test("one that never ran changes nothing", async () => {
    const { operations } = lifecycle();
    await operations.accept(newOperation("unstarted"));
    await operations.finish("unstarted", succeeded);
    expect(await operations.get("unstarted")).toMatchObject({
      status: "accepted",
    });
  });
});

test("accepted, waiting and running operations have not ended, all others have", () => {
  expect(operationStatuses.filter((status) => !hasEnded({ status }))).toEqual([
    "accepted",
    "waiting",
    "running",
  ]);
});
