import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createDispatchDue,
  type DispatchDueDependencies,
} from "../../../functions/scheduler/dispatch-due.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { isThrottled } from "../../../shared/aws/start-workflow.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import type {
  FinalOutcome,
  Operation,
} from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { effort, isThorough } from "../../resilience/effort.ts";
import { retry } from "../../shared/store/operation-for-test.ts";

const startMs = Date.UTC(2026, 0, 31, 18, 42);

let started: TablesForTest;
let store: Store;
let nowMs: number;
/** Names of started executions, in order. */
let starts: string[];
/** Executions that the engine knows. */
let alive: Set<string>;
let recorded: ReturnType<typeof recordLog>;

beforeEach(async () => {
  started = await startTables();
  const { documents } = started;
  nowMs = startMs;
  store = createStore(createTable(documents, tables.store.name), () => nowMs);
  starts = [];
  alive = new Set();
  recorded = recordLog();
});
afterEach(() => started.close());

/** One run of the scheduler. */
function dispatchDue(
  changes: Partial<DispatchDueDependencies> = {},
): Promise<void> {
  return createDispatchDue({
    rules: { rehireWithoutStartDate: "report", repeatedHire: "report" },
    operations: store.operations,
    employees: store.employees,
    payloads: store.payloads,
    startWorkflow: async (operation) =>
      void starts.push(executionNameOf(operation)),
    isThrottled,
    findExecution: async (arn) => alive.has(arn),
    nowMs: () => nowMs,
    random: () => 1,
    budgetMs: 20_000,
    log: recorded.log,
    ...changes,
  })();
}

async function accept(id: string, dueAtMs?: number): Promise<void> {
  const type = "employee.hired";
  await store.operations.accept(
    {
      id,
      type,
      caller: "hr",
      employeeId: `E-${id}`,
      fingerprint: "f",
      eventAtMs: startMs,
    },
    dueAtMs,
  );
}

const ended: FinalOutcome = { status: "succeeded", steps: {}, warnings: [] };

/** Advances the clock to the moment before the operation "op" is due, checks that a run does nothing, and goes on. */
async function toNextDue(): Promise<boolean> {
  const dueAtMs = (await get("op"))?.dueAtMs;
  if (dueAtMs === undefined) return false;
  const before = recorded.lines.length;
  nowMs = dueAtMs - 1;
  await dispatchDue();
  expect(recorded.lines).toHaveLength(before);
  nowMs++;
  return true;
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `op-${index}`);
const get = (id: string): Promise<Operation | undefined> =>
  store.operations.get(id);

test("the scheduler does and logs nothing if no operation is due", async () => {
  await accept("accepted");
  await accept("waiting", startMs + dayMs);
  await dispatchDue();
  expect(starts).toEqual([]);
  expect(recorded.lines).toEqual([]);
});

describe("a waiting operation", () => {
  test.each(effort([400], [1, 40, 400]))(
    "starts in the first run after %i days, and not before",
    async (days) => {
      await accept("op", startMs + days * dayMs);
      nowMs = startMs + days * dayMs - 1;
      await dispatchDue();
      expect(starts).toEqual([]);
      nowMs++;
      await dispatchDue();
      await dispatchDue();
      expect(starts).toEqual(["op_2"]);
      expect(await get("op")).toMatchObject({ status: "accepted", run: 2 });
    },
  );

  test("starts in a later run if its start fails, and the failure is logged", async () => {
    await accept("op", startMs + 1);
    nowMs = startMs + 1;
    const failing = { startWorkflow: () => Promise.reject(new Error("no")) };
    await expect(dispatchDue(failing)).rejects.toThrow(AggregateError);
    expect(recorded.lines).toContainEqual({
      level: "error",
      message: "dispatch failed",
      fields: { count: 1 },
    });
    // By then it is accepted, so the scheduler starts it again if it does not run.
    nowMs += 2 * minuteMs;
    await dispatchDue();
    expect(starts).toEqual(["op_3"]);
  });
});

describe("an accepted operation", () => {
  test("is started again in a new run if it does not run within two minutes", async () => {
    await accept("op");
    nowMs = startMs + 2 * minuteMs - 1;
    await dispatchDue();
    expect(starts).toEqual([]);
    nowMs++;
    await dispatchDue();
    await dispatchDue();
    expect(starts).toEqual(["op_2"]);
    nowMs += 2 * minuteMs;
    await dispatchDue();
    expect(starts).toEqual(["op_2", "op_3"]);
    // The first execution does the work. The other finds nothing to do.
    const { operations } = store;
    expect(await operations.start("op", "op_3")).toBeDefined();
    expect(await operations.start("op", "op_2")).toBeUndefined();
  });

  test.runIf(isThorough)(
    "is started again after pauses that double up to twenty minutes, and is given up after a day",
    async () => {
      await accept("op");
      const minutes: number[] = [];
      const startWorkflow = async () =>
        void minutes.push((nowMs - startMs) / minuteMs);
      while (await toNextDue()) await dispatchDue({ startWorkflow });
      expect(minutes.slice(0, 6)).toEqual([2, 4, 8, 16, 32, 52]);
      expect(minutes.at(-1)).toBe(23 * 60 + 52);
      expect(await get("op")).toMatchObject({
        status: "needs_attention",
        reason: "never-ran",
      });
      const restarted = recorded.lines.filter(
        ({ message }) => message === "dispatched",
      );
      expect(restarted[1]?.fields).toEqual({
        pass: "accepted",
        count: 1,
        overdueSeconds: 4 * 60,
      });
      expect(recorded.lines.filter(({ level }) => level === "error")).toEqual([
        {
          level: "error",
          message: "never ran",
          fields: {
            operationId: "op",
            type: "employee.hired",
            status: "needs_attention",
            reason: "never-ran",
          },
        },
      ]);
    },
  );

  test("is started again, and not given up, if the scheduler did not run for two days", async () => {
    await accept("op");
    nowMs = startMs + 2 * 24 * 60 * minuteMs;
    await dispatchDue();
    expect(await get("op")).toMatchObject({ status: "accepted", run: 2 });
  });

  test("is started again after a pause that jitter halves at most", async () => {
    await accept("op");
    nowMs = startMs + 16 * minuteMs;
    await dispatchDue({ random: () => 0 });
    expect(await get("op")).toMatchObject({ dueAtMs: nowMs + 8 * minuteMs });
  });
});

describe("a running operation", () => {
  beforeEach(async () => {
    await accept("op");
    await store.operations.start("op", "arn-of-op");
  });

  test("is checked every ten minutes, and left alone while its execution exists", async () => {
    const looked: string[] = [];
    const findExecution = async (arn: string) => {
      looked.push(arn);
      return true;
    };
    for (let minutes = 1; minutes <= 31; minutes++) {
      nowMs = startMs + minutes * minuteMs;
      await dispatchDue({ findExecution });
    }
    expect(looked).toEqual(["arn-of-op", "arn-of-op", "arn-of-op"]);
    expect(await get("op")).toMatchObject({ status: "running" });
    expect(recorded.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("is started again, after a pause, if its execution ended without an outcome", async () => {
    nowMs = startMs + 10 * minuteMs;
    await dispatchDue();
    expect(starts).toEqual([]);
    expect(await get("op")).toMatchObject({
      status: "accepted",
      losses: 1,
      history: [{}, {}, { by: "scheduler", reason: "execution-lost" }],
    });
    expect(recorded.lines[0]).toEqual({
      level: "warn",
      message: "execution replaced",
      fields: {
        operationId: "op",
        type: "employee.hired",
        reason: "execution-lost",
        count: 1,
      },
    });
    nowMs += 2 * minuteMs;
    await dispatchDue();
    expect(starts).toEqual(["op_2"]);
    expect(await store.operations.start("op", "op_2")).toBeDefined();
    // The lost execution can still come back. It has no effect any more.
    const late = { id: "op", execution: "arn-of-op" };
    await store.operations.finish(late, ended);
    expect(await get("op")).toMatchObject({ status: "running" });
    await store.operations.finish({ id: "op", execution: "op_2" }, ended);
    expect(await get("op")).not.toHaveProperty("losses");
  });

  test("needs attention after six executions in a row without an outcome, which is logged once as an error", async () => {
    const startWorkflow = async (operation: Pick<Operation, "id" | "run">) => {
      starts.push(executionNameOf(operation));
      await store.operations.start("op", executionNameOf(operation));
    };
    while (await toNextDue()) await dispatchDue({ startWorkflow });
    expect(starts).toEqual(["op_2", "op_3", "op_4", "op_5", "op_6"]);
    expect(await get("op")).toMatchObject({
      status: "needs_attention",
      reason: "execution-lost",
    });
    expect(recorded.lines.filter(({ level }) => level === "error")).toEqual([
      {
        level: "error",
        message: "execution lost",
        fields: {
          operationId: "op",
          type: "employee.hired",
          status: "needs_attention",
          reason: "execution-lost",
        },
      },
    ]);
    // An operator's retry begins to count anew.
    await retry(store.operations, "op");
    expect(await get("op")).not.toHaveProperty("losses");
  });

  describe("that was left to the runner of its employee", () => {
    const runner = { id: "other", execution: "arn-of-other" };
    beforeEach(async () => {
      const type = "employee.hired";
      const unfinished = [{ id: "op", type, atMs: startMs } as const];
      await putEmployee(store, "E-op", { unfinished });
      const item = await store.employees.get("E-op");
      await store.employees.say("E-op", item, { statements: [] }, runner);
      nowMs = startMs + 10 * minuteMs;
    });

    test("is not lost as long as that one is at work", async () => {
      alive.add(runner.execution);
      await dispatchDue();
      expect(await get("op")).toMatchObject({ status: "running" });
      expect(recorded.lines.map(({ level }) => level)).toEqual(["info"]);

      await store.employees.write("E-op", runner, {}, { endsRun: true });
      nowMs += 10 * minuteMs;
      await dispatchDue();
      expect(await get("op")).toMatchObject({ status: "accepted", losses: 1 });
    });

    test("is started again, and the employee is free, if the execution of that one has ended", async () => {
      await dispatchDue();
      expect(await get("op")).toMatchObject({ status: "accepted", losses: 1 });
      expect(await store.employees.get("E-op")).not.toHaveProperty("runner");
    });
  });

  test("is not lost if it ends during the check", async () => {
    nowMs = startMs + 10 * minuteMs;
    const findExecution = async () => {
      await store.operations.finish(
        { id: "op", execution: "arn-of-op" },
        ended,
      );
      return false;
    };
    await dispatchDue({ findExecution });
    expect(await get("op")).toMatchObject({ status: "succeeded" });
    expect(recorded.lines.map(({ level }) => level)).not.toContain("error");
  });

  test("stays as it is if the engine does not respond, and is checked in the next run", async () => {
    nowMs = startMs + 10 * minuteMs;
    const findExecution = () => Promise.reject(new Error("throttled"));
    await expect(dispatchDue({ findExecution })).rejects.toThrow(
      AggregateError,
    );
    expect(await get("op")).toMatchObject({ status: "running" });
    alive.add("arn-of-op");
    await dispatchDue();
    expect(await get("op")).toMatchObject({
      status: "running",
      dueAtMs: nowMs + 10 * minuteMs,
    });
  });
});

describe("the failure of one operation", () => {
  test("of each status delays no other operation, and is thrown at the end", async () => {
    for (const kind of ["waiting", "accepted", "running"]) {
      const dueAtMs = kind === "waiting" ? startMs + 1 : undefined;
      for (const name of ["bad", "good"])
        await accept(`${kind}-${name}`, dueAtMs);
    }
    for (const name of ["bad", "good"])
      await store.operations.start(`running-${name}`, `arn-${name}`);
    nowMs = startMs + 10 * minuteMs;
    const round = dispatchDue({
      startWorkflow: async (operation) => {
        if (operation.id.endsWith("bad")) throw new Error("cannot start");
        starts.push(operation.id);
      },
      findExecution: async (arn) => {
        if (arn === "arn-bad") throw new Error("cannot find");
        return false;
      },
    });
    const error = await round.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toHaveLength(3);
    expect(starts.toSorted()).toEqual(["accepted-good", "waiting-good"]);
    expect(await get("running-good")).toMatchObject({ status: "accepted" });
    expect(await get("running-bad")).toMatchObject({ status: "running" });
  });

  test("is logged with its id and type, and with the names of its error and of the cause", async () => {
    await accept("op", startMs + 1);
    nowMs = startMs + 1;
    const refused = Object.assign(new Error("canary"), {
      code: "ECONNREFUSED",
    });
    const error = new TypeError("canary", { cause: refused });
    const startWorkflow = () => Promise.reject(error);
    await expect(dispatchDue({ startWorkflow })).rejects.toThrow(
      AggregateError,
    );
    expect(recorded.lines).toContainEqual({
      level: "error",
      message: "not dispatched",
      fields: {
        pass: "waiting",
        operationId: "op",
        type: "employee.hired",
        error: "TypeError",
        cause: "ECONNREFUSED",
      },
    });
    expect(JSON.stringify(recorded.lines)).not.toContain("canary");
  });

  test.runIf(isThorough)(
    "is logged fifty times in a run at most, and counted always",
    async () => {
      await Promise.all(numbered(60).map((id) => accept(id, startMs + 1)));
      nowMs = startMs + 1;
      const startWorkflow = () => Promise.reject(new Error("no"));
      await dispatchDue({ startWorkflow }).catch(() => undefined);
      const messages = recorded.lines.map(({ message }) => message);
      expect(messages.filter((one) => one === "not dispatched")).toHaveLength(
        50,
      );
      expect(recorded.lines.at(-1)?.fields).toEqual({ count: 60 });
    },
  );
});
