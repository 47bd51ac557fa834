import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createDispatchDue,
  type DispatchDueDependencies,
} from "../../../functions/scheduler/dispatch-due.ts";
import { tables } from "../../../infra/tables.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import { type Operation } from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { effort, isThorough } from "../../resilience/effort.ts";

const startMs = Date.UTC(2026, 0, 31, 18, 42);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

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
  store = createStore(documents, tables.store.name, () => nowMs);
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
    operations: store.operations,
    startWorkflow: async (operation) =>
      void starts.push(executionNameOf(operation)),
    findExecution: async (arn) => alive.has(arn),
    nowMs: () => nowMs,
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

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `op-${index}`);
const run2 = (ids: string[]) => ids.map((id) => `${id}_2`);
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

  test("starts in the same run as ninety-nine others", async () => {
    const ids = numbered(100);
    for (const id of ids) await accept(id, startMs + 1);
    nowMs = startMs + 1;
    await dispatchDue();
    expect(starts.toSorted()).toEqual(run2(ids).toSorted());
    expect(recorded.lines).toContainEqual({
      level: "info",
      message: "dispatched",
      fields: { status: "waiting", count: 25 },
    });
  });

  test("is left to the next run when the time of this one is up", async () => {
    const ids = numbered(60);
    for (const id of ids) await accept(id, startMs + 1);
    nowMs = startMs + 1;
    const startWorkflow = async (operation: Pick<Operation, "id" | "run">) => {
      starts.push(executionNameOf(operation));
      nowMs += 1000;
    };
    await dispatchDue({ startWorkflow });
    expect(starts).toHaveLength(25);
    await dispatchDue();
    expect(new Set(starts)).toEqual(new Set(run2(ids)));
  });

  test("does not start after it was cancelled", async () => {
    await accept("op", startMs + 1);
    await store.operations.cancel({ id: "op" }, "caller:ops");
    nowMs = startMs + 1;
    await dispatchDue();
    expect(starts).toEqual([]);
  });

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

  test("is left alone once it runs", async () => {
    await accept("op");
    await store.operations.start("op", "op");
    nowMs = startMs + 5 * minuteMs;
    await dispatchDue();
    expect(starts).toEqual([]);
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

  test("needs attention if its execution is lost, which is logged once as an error", async () => {
    nowMs = startMs + 10 * minuteMs;
    await dispatchDue();
    await dispatchDue();
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
        },
      },
    ]);
    expect(starts).toEqual([]);
  });

  test("is not lost if it ends during the check", async () => {
    nowMs = startMs + 10 * minuteMs;
    const findExecution = async () => {
      await store.operations.finish(
        { id: "op", execution: "arn-of-op" },
        { status: "succeeded", steps: {}, warnings: [] },
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
    expect((error as AggregateError).errors.map(String)).toEqual([
      "Error: cannot start",
      "Error: cannot start",
      "Error: cannot find",
    ]);
    expect(starts).toEqual(["waiting-good", "accepted-good"]);
    expect(await get("running-good")).toMatchObject({
      status: "needs_attention",
    });
    expect(await get("running-bad")).toMatchObject({ status: "running" });
  });

  test.runIf(isThorough)("does not delay the rest of a long list", async () => {
    const ids = numbered(60);
    for (const id of ids) await accept(id, startMs + 1);
    nowMs = startMs + 1;
    const startWorkflow = async (operation: Pick<Operation, "id" | "run">) => {
      if (operation.id === "op-0") throw new Error("cannot start");
      starts.push(executionNameOf(operation));
    };
    for (let round = 0; round < 3; round++)
      await dispatchDue({ startWorkflow }).catch(() => undefined);
    expect(new Set(starts)).toEqual(new Set(run2(ids.slice(1))));
  });
});

test("ten simultaneous runs start each operation once", async () => {
  const waiting = numbered(effort(8, 30));
  for (const id of waiting) await accept(id, startMs + 1);
  for (const id of waiting) await accept(`again-${id}`);
  nowMs = startMs + 2 * minuteMs;
  await Promise.all(Array.from({ length: 10 }, () => dispatchDue()));
  const all = [...waiting, ...waiting.map((id) => `again-${id}`)];
  expect(starts.toSorted()).toEqual(run2(all).toSorted());
});
