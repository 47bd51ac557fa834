import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import {
  type FinalOutcome,
  isFinal,
  isSettled,
  operationStatuses,
} from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { newOperation, outcomeOf, runTo, retry } from "./operation-for-test.ts";
import { effort } from "../../resilience/effort.ts";

const store = useStore();

const succeeded: FinalOutcome = {
  status: "succeeded",
  steps: { "create person": { status: "succeeded", attempts: 2, atMs: 1 } },
  warnings: [{ about: "avatar", reason: "avatar-too-large" }],
  result: { personID: "1001", refs: { self: "https://x.example/1001" } },
};

describe("accepting", () => {
  test("an accepted operation is stored without any work done", async () => {
    const { operations } = store();
    const { operation, isNew } = await operations.accept(newOperation("new"));
    expect(isNew).toBe(true);
    expect(operation).toEqual({
      ...newOperation("new"),
      status: "accepted",
      run: 1,
      // Runs by then, or is started again.
      dueAtMs: startMs + 2 * minuteMs,
      steps: {},
      warnings: [],
      history: [{ atMs: startMs, by: "caller:hr", status: "accepted" }],
      createdAtMs: startMs,
      updatedAtMs: startMs,
    });
    expect(await operations.get("new")).toEqual(operation);
  });

  test.each([
    ["has not come", 1, "waiting", startMs + 1],
    ["is a year ahead", 400 * dayMs, "waiting", startMs + 400 * dayMs],
    ["is now", 0, "accepted", startMs + 2 * minuteMs],
    ["has passed", -dayMs, "accepted", startMs + 2 * minuteMs],
  ])(
    "an operation whose time %s (%i ms) is %s",
    async (what, inMs, status, dueAtMs) => {
      const { operations } = store();
      const { operation } = await operations.accept(
        newOperation(what),
        startMs + inMs,
      );
      expect(operation).toMatchObject({
        status,
        dueAtMs,
        history: [{ status }],
      });
      expect(await operations.get(what)).toEqual(operation);
    },
  );

  test("of fifty parallel operations under one id, exactly one is stored, and all callers get it", async () => {
    const { operations } = store();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        operations.accept(newOperation("race", { fingerprint: `f${index}` })),
      ),
    );
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    const winner = all.find(({ isNew }) => isNew)?.operation;
    for (const { operation } of all) expect(operation).toEqual(winner);
  });

  test("a missing operation is undefined", async () => {
    expect(await store().operations.get("unknown")).toBeUndefined();
  });
});

describe("starting", () => {
  test("an accepted operation runs as the execution that starts it", async () => {
    const { operations } = store();
    await operations.accept(newOperation("start"));
    expect(await operations.start("start", "run-1")).toEqual({
      operation: {
        ...newOperation("start"),
        execution: "run-1",
        warnings: [],
        phase: undefined,
      },
      payload: undefined,
    });
    expect(await operations.get("start")).toMatchObject({
      status: "running",
      execution: "run-1",
      // Then it is looked whether the execution is alive.
      dueAtMs: startMs + 10 * minuteMs,
    });
  });

  test("a repeated start by the same execution changes nothing", async () => {
    const { operations, item } = store();
    await operations.accept(newOperation("again"));
    const started = await operations.start("again", "run-1");
    const before = await item("operation#again");
    expect(await operations.start("again", "run-1")).toEqual(started);
    expect(await item("operation#again")).toEqual(before);
  });

  test("of fifty parallel executions, exactly one gets the operation", async () => {
    const { operations } = store();
    await operations.accept(newOperation("start-race"));
    const started = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        operations.start("start-race", `run-${index}`),
      ),
    );
    const [winner, ...others] = started.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(await operations.get("start-race")).toMatchObject({
      execution: winner?.operation.execution,
      history: [{ status: "accepted" }, { status: "running" }],
    });
  });

  test("an unknown operation does not start, and is not created by the attempt", async () => {
    const { operations, item } = store();
    expect(await operations.start("never", "run-1")).toBeUndefined();
    expect(await item("operation#never")).toBeUndefined();
  });

  test("a waiting operation does not start", async () => {
    const { operations } = store();
    await operations.accept(newOperation("waits"), startMs + 1);
    expect(await operations.start("waits", "run-1")).toBeUndefined();
    expect(await operations.get("waits")).toMatchObject({ status: "waiting" });
  });

  test.each(["succeeded", "failed", "needs_attention", "cancelled"] as const)(
    "an operation that is %s does not start again, also not as the same execution",
    async (status) => {
      const { operations } = store();
      const id = `ended-${status}`;
      await runTo(operations, id, outcomeOf(status));
      expect(await operations.start(id, `${id}-1`)).toBeUndefined();
      expect(await operations.get(id)).toMatchObject({ status });
    },
  );
});

describe("steps", () => {
  const step = { status: "succeeded", attempts: 1, atMs: startMs + 5 } as const;

  test("steps are recorded beside each other, and the latest record counts", async () => {
    const { operations } = store();
    await operations.accept(newOperation("steps"));
    await operations.start("steps", "run-1");
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

  test("steps of an operation that does not run are not recorded", async () => {
    const { operations } = store();
    await operations.accept(newOperation("idle"));
    await operations.recordStep("idle", "create person", step);
    expect((await operations.get("idle"))?.steps).toEqual({});
  });

  test("the reason of a failed attempt is shown until a step succeeds", async () => {
    const { operations } = store();
    await operations.accept(newOperation("tried"));
    await operations.recordFailure("tried", "source-busy");
    expect((await operations.get("tried"))?.reason).toBeUndefined();
    await operations.start("tried", "run-1");
    await operations.recordFailure("tried", "source-busy");
    expect(await operations.get("tried")).toMatchObject({
      status: "running",
      reason: "source-busy",
    });
    await operations.recordStep("tried", "read record", step);
    expect((await operations.get("tried"))?.reason).toBeUndefined();
  });

  test("the reason of a failed attempt does not stay when the operation ends without one", async () => {
    const { operations } = store();
    await operations.accept(newOperation("ended"));
    await operations.start("ended", "run-1");
    await operations.recordFailure("ended", "source-busy");
    await operations.finish(
      { id: "ended", execution: "run-1" },
      { status: "succeeded", steps: {}, warnings: [] },
    );
    expect((await operations.get("ended"))?.reason).toBeUndefined();
  });

  test("the reason of a failed attempt does not stay when the execution is lost and the operation is accepted again", async () => {
    const { operations } = store();
    await operations.accept(newOperation("lost"));
    await operations.start("lost", "run-1");
    await operations.recordFailure("lost", "source-busy");
    const running = await operations.get("lost");
    const accepted = running && (await operations.acceptLost(running));
    expect(accepted?.status).toBe("accepted");
    expect(accepted?.reason).toBeUndefined();
  });

  test("steps of an earlier run stay beside those of a later one", async () => {
    const { operations } = store();
    const id = "both-runs";
    await runTo(operations, id, {
      ...outcomeOf("failed"),
      steps: { one: step },
    });
    await retry(operations, id);
    const other = { ...step, status: "failed" } as const;
    await operations.start(id, "run-2");
    await operations.finish(
      { id, execution: "run-2" },
      { ...outcomeOf("failed"), steps: { two: other } },
    );
    expect((await operations.get(id))?.steps).toEqual({
      one: step,
      two: other,
    });
  });
});

describe("finishing", () => {
  test("finishing writes the complete end and its expiry in seconds", async () => {
    const { operations, item, clock } = store();
    await operations.accept(newOperation("finish"));
    expect(await item("operation#finish")).not.toHaveProperty(
      "expiresAtSeconds",
    );
    await operations.start("finish", "run-1");
    clock.nowMs = startMs + 60_000;
    await operations.finish(
      { id: "finish", execution: "run-1" },
      succeeded,
      "erase",
      "onboarded",
    );
    expect(await operations.get("finish")).toEqual({
      ...newOperation("finish"),
      ...succeeded,
      run: 1,
      history: [
        { atMs: startMs, by: "caller:hr", status: "accepted" },
        { atMs: startMs, by: "workflow", status: "running" },
        {
          atMs: startMs + 60_000,
          by: "workflow",
          status: "succeeded",
          person: "onboarded",
        },
      ],
      createdAtMs: startMs,
      updatedAtMs: startMs + 60_000,
    });
    expect(await item("operation#finish")).toMatchObject({
      // 2026-05-01T18:43:00Z: ninety days after.
      expiresAtSeconds: 1_777_660_980,
    });
  });

  test.each([
    ["failed", "unexpected"],
    ["needs_attention", "person-missing"],
  ] as const)(
    "an operation that ended as %s (%s) has no expiry until an operator closes it, and is then kept for 90 days",
    async (status, reason) => {
      const { operations, item, clock } = store();
      const id = `open-${reason}`;
      await runTo(operations, id, outcomeOf(status, reason));
      expect(await item(`operation#${id}`)).not.toHaveProperty(
        "expiresAtSeconds",
      );
      clock.nowMs += 365 * dayMs;
      const open = await operations.get(id);
      await operations.resolve(open!, "caller:ops", "By hand", {
        ruling: undefined,
        isOpen: false,
      });
      expect(await item(`operation#${id}`)).toMatchObject({
        expiresAtSeconds: Math.ceil((clock.nowMs + 90 * dayMs) / 1_000),
      });
    },
  );

  test("finishing an operation again changes nothing", async () => {
    const { operations, item, clock } = store();
    await runTo(operations, "twice", succeeded);
    const before = await item("operation#twice");
    clock.nowMs = startMs + 1;
    const execution = "twice-1";
    for (const end of [succeeded, outcomeOf("failed")])
      expect(
        await operations.finish({ id: "twice", execution }, end),
      ).toMatchObject({ status: "succeeded" });
    await operations.recordStep("twice", "late", {
      status: "failed",
      attempts: 1,
      atMs: startMs + 1,
    });
    expect(await item("operation#twice")).toEqual(before);
  });

  test("finishing an operation that never ran changes nothing", async () => {
    const { operations } = store();
    await operations.accept(newOperation("unstarted"));
    const run = { id: "unstarted", execution: "run-1" };
    const unchanged = { status: "accepted" };
    expect(await operations.finish(run, succeeded)).toMatchObject(unchanged);
    expect(await operations.get("unstarted")).toMatchObject(unchanged);
    const unknown = { ...run, id: "unknown" };
    expect(await operations.finish(unknown, succeeded)).toBeUndefined();
  });

  test("only the execution that runs an operation can finish it, and a late execution changes nothing", async () => {
    const { operations, item } = store();
    await runTo(operations, "fenced", outcomeOf("failed"));
    await retry(operations, "fenced");
    await operations.start("fenced", "run-2");
    const before = await item("operation#fenced");
    const late = { id: "fenced", execution: "fenced-1" };
    expect(await operations.finish(late, succeeded)).toMatchObject({
      status: "running",
    });
    expect(await item("operation#fenced")).toEqual(before);
    const now = { id: "fenced", execution: "run-2" };
    const ended = await operations.finish(now, succeeded);
    expect(ended).toMatchObject({ status: "succeeded", run: 2 });
    expect(await operations.get("fenced")).toEqual(ended);
  });
});

describe("a late answer in chat", () => {
  test.each(["accepted", "running"] as const)(
    "a late answer can be left to the workflow while the operation is %s",
    async (status) => {
      const { operations } = store();
      const id = `owe-${status}`;
      await operations.accept(newOperation(id));
      if (status === "running") await operations.start(id, "run-1");
      expect(await operations.oweAnswer(id)).toBe(true);
      expect(await operations.get(id)).toMatchObject({
        status,
        isAnswerOwed: true,
      });
    },
  );

  test("a late answer is not left to the workflow of a finished operation", async () => {
    const { operations, item } = store();
    await operations.accept(newOperation("owe-waiting"), startMs + 1);
    await runTo(operations, "owe-ended", succeeded);
    for (const id of ["owe-waiting", "owe-ended", "owe-unknown"]) {
      const before = await item(`operation#${id}`);
      expect(await operations.oweAnswer(id)).toBe(false);
      expect(await item(`operation#${id}`)).toEqual(before);
    }
  });

  test("a late answer is given exactly once when the end comes at the same moment, in every round", async () => {
    const { operations } = store();
    const execution = "run-1";
    for (let round = 0; round < effort(10, 50); round++) {
      const id = `owe-race-${round}`;
      await operations.accept(newOperation(id));
      await operations.start(id, execution);
      const owe = () => operations.oweAnswer(id);
      // As the workflow does: it looks after the end is written.
      const finish = async () => {
        await operations.finish({ id, execution }, succeeded);
        return (await operations.get(id))?.isAnswerOwed ?? false;
      };
      const [byReceiver, byWorkflow] =
        round % 2 === 0
          ? await Promise.all([owe(), finish()])
          : await Promise.all([finish(), owe()]).then(([a, b]) => [b, a]);
      // If the receiver did not leave the answer to the workflow, it answers itself.
      expect(byWorkflow).toBe(byReceiver);
    }
  });
});

test("accepted, waiting and running operations are not final, and all others are", () => {
  expect(operationStatuses.filter((status) => !isFinal({ status }))).toEqual([
    "accepted",
    "waiting",
    "running",
  ]);
});

test("accepted and running operations are not settled, and all others are", () => {
  expect(operationStatuses.filter((status) => !isSettled({ status }))).toEqual([
    "accepted",
    "running",
  ]);
});

test("each run is an execution with its own name, which Lambda accepts", () => {
  const id = "op_0123456789abcdefghijkl";
  const names = [1, 2, 3, 1_000_000].map((run) => executionNameOf({ id, run }));
  expect(names.slice(0, 3)).toEqual([id, `${id}_2`, `${id}_3`]);
  for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
});
