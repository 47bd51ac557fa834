import { beforeEach, describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import { rows } from "../../fixtures/rows.ts";
import { isThorough } from "../../resilience/effort.ts";
import {
  newOperation,
  outcomeOf,
  pause,
  retry,
  runTo,
} from "../../shared/store/operation-for-test.ts";
import { startMs } from "../../shared/store/store-for-test.ts";
import { useScheduler } from "./scheduler-for-test.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const { store, starts, lines, dispatchDue: dispatch } = useScheduler(() => 0);
/** Executions that the engine knows. */
const alive = new Set<string>();
beforeEach(() => alive.clear());

const dispatchDue = (changes: Parameters<typeof dispatch>[0] = {}) =>
  dispatch({ findExecution: async (arn) => alive.has(arn), ...changes });

const get = (id: string): Promise<Operation | undefined> =>
  store().operations.get(id);

async function accept(id: string, dueAtMs?: number): Promise<void> {
  const { operations } = store();
  const changes = { employeeId: `E-${id}` };
  if (dueAtMs === undefined) await operations.accept(newOperation(id, changes));
  else await runTo(operations, id, pause(dueAtMs), changes);
}

async function run(id: string): Promise<void> {
  await accept(id);
  await store().operations.start(id, `arn-of-${id}`);
}

/** What the operation "op" is at first. */
const begin: Record<string, () => Promise<unknown>> = {
  waits: () => accept("op", startMs + 400 * dayMs),
  "is accepted": () => accept("op"),
  runs: async () => {
    alive.add("arn-of-op");
    await run("op");
  },
  "has lost its execution": () => run("op"),
  "is left to a runner": async () => {
    alive.add("runner");
    await leaveToRunner();
  },
  "is left to a lost runner": () => leaveToRunner(),
};

/** The execution of another operation of its employee has taken it over. */
async function leaveToRunner(): Promise<void> {
  await run("op");
  const { employees } = store();
  const opened = { id: "op", type: "employee.hired", atMs: startMs } as const;
  await putEmployee(store(), "E-op", { unfinished: [opened] });
  const item = await employees.get("E-op");
  const runner = { id: "other", execution: "runner" };
  await employees.say("E-op", item, { statements: [] }, runner);
}

const errorsLogged = () => lines.filter(({ level }) => level === "error");

/** The line of an operation that the scheduler gives up. */
const givenUp = (message: string, reason: string) => ({
  level: "error",
  message,
  fields: {
    operationId: "op",
    type: "employee.hired",
    status: "needs_attention",
    reason,
  },
});

const units: Record<string, number> = { ms: 1, min: minuteMs, d: dayMs };

/** Lets a time pass, and runs the scheduler. Resolves to what that has done with the operation "op". */
async function passAndRun(time: string): Promise<string> {
  const [count, unit = ""] = time.split(" ");
  store().clock.nowMs += Number(count) * units[unit]!;
  const before = await get("op");
  const { length: logged } = lines;
  const { length: started } = starts;
  await dispatchDue();
  const after = await get("op");
  if (starts.length > started) return `starts ${starts.slice(started).join()}`;
  if (after?.status !== before?.status) return `is ${after?.status}`;
  return lines.length > logged ? "is checked" : "nothing";
}

/** Steps: `time that passes: what the next run of the scheduler does`. */
type Row = [situation: string, promise: string, steps: string];

test.each(rows<Row>`
  waits | starts in the first run after its time, once | 399 d: nothing, 86399999 ms: nothing, 1 ms: starts op_2, 0 ms: nothing
  is accepted | starts again if it does not run, after pauses that double up to 20 minutes | 119999 ms: nothing, 1 ms: starts op_2, 0 ms: nothing, 2 min: starts op_3, 4 min: starts op_4, 8 min: starts op_5, 16 min: starts op_6, 19 min: nothing, 1 min: starts op_7
  is accepted | is not given up if the scheduler did not run for two days | 2 d: starts op_2
  runs | is checked every ten minutes | 9 min: nothing, 1 min: is checked, 9 min: nothing, 1 min: is checked, 10 min: is checked
  has lost its execution | starts again after a pause | 10 min: is accepted, 1 min: nothing, 1 min: starts op_2
  is left to a runner | is not lost as long as the runner is at work | 10 min: is checked, 10 min: is checked
  is left to a lost runner | is accepted | 10 min: is accepted
`)("an operation that %s %s: %s", async (what, _promise, steps) => {
  await begin[what]?.();
  const played: string[] = [];
  for (const step of steps.split(", ")) {
    const [time = ""] = step.split(": ");
    played.push(`${time}: ${await passAndRun(time)}`);
  }
  expect(played.join(", ")).toBe(steps);
  expect(errorsLogged()).toEqual([]);
});

/** Advances the clock to the moment before the operation "op" is due, checks that a run does nothing, and goes on. */
async function toNextDue(): Promise<boolean> {
  const dueAtMs = (await get("op"))?.dueAtMs;
  if (dueAtMs === undefined) return false;
  const { clock } = store();
  const before = lines.length;
  clock.nowMs = dueAtMs - 1;
  await dispatchDue();
  expect(lines).toHaveLength(before);
  clock.nowMs++;
  return true;
}

describe("an accepted operation", () => {
  test.runIf(isThorough)(
    "is started again for a day, and is then given up, which is logged once as an error",
    async () => {
      const { clock } = store();
      await accept("op");
      const minutes: number[] = [];
      const startWorkflow = async () =>
        void minutes.push((clock.nowMs - startMs) / minuteMs);
      while (await toNextDue()) await dispatchDue({ startWorkflow });
      expect(minutes.at(-1)).toBe(23 * 60 + 52);
      expect(await get("op")).toMatchObject(needsAttention("never-ran"));
      const restarted = lines.filter(({ message }) => message === "dispatched");
      expect(restarted[1]?.fields).toEqual({
        pass: "accepted",
        count: 1,
        overdueSeconds: 4 * 60,
      });
      expect(errorsLogged()).toEqual([givenUp("never ran", "never-ran")]);
    },
  );

  test("is started again after a pause that jitter halves at most", async () => {
    const { clock } = store();
    await accept("op");
    clock.nowMs = startMs + 16 * minuteMs;
    await dispatchDue({ random: () => 0 });
    expect(await get("op")).toMatchObject({
      dueAtMs: clock.nowMs + 8 * minuteMs,
    });
  });
});

describe("a running operation", () => {
  beforeEach(async () => {
    await run("op");
    store().clock.nowMs = startMs + 10 * minuteMs;
  });

  test("is logged when its execution was lost, and keeps the number of losses until it ends", async () => {
    await dispatchDue();
    expect(await get("op")).toMatchObject({
      losses: 1,
      history: [{}, {}, { by: "scheduler", reason: "execution-lost" }],
    });
    expect(lines[0]).toEqual({
      level: "warn",
      message: "execution replaced",
      fields: {
        operationId: "op",
        type: "employee.hired",
        reason: "execution-lost",
        count: 1,
      },
    });
    const { operations } = store();
    await operations.start("op", "op_2");
    const execution = { id: "op", execution: "op_2" };
    await operations.finish(execution, outcomeOf("succeeded"));
    expect(await get("op")).not.toHaveProperty("losses");
  });

  test("needs attention after six executions in a row without an outcome, which is logged once as an error", async () => {
    const startWorkflow = async (operation: Pick<Operation, "id" | "run">) => {
      starts.push(executionNameOf(operation));
      await store().operations.start("op", executionNameOf(operation));
    };
    while (await toNextDue()) await dispatchDue({ startWorkflow });
    expect(starts).toEqual(["op_2", "op_3", "op_4", "op_5", "op_6"]);
    expect(await get("op")).toMatchObject(needsAttention("execution-lost"));
    expect(errorsLogged()).toEqual([
      givenUp("execution lost", "execution-lost"),
    ]);
    // An operator's retry begins to count anew.
    await retry(store().operations, "op");
    expect(await get("op")).not.toHaveProperty("losses");
  });

  test("frees the employee if it was left to a lost runner", async () => {
    await leaveToRunner();
    await dispatchDue();
    expect(await store().employees.get("E-op")).not.toHaveProperty("runner");
  });

  test("stays as it is if the engine does not respond, and is checked in the next run", async () => {
    const findExecution = () => Promise.reject(new Error("throttled"));
    await expect(dispatchDue({ findExecution })).rejects.toThrow(
      AggregateError,
    );
    expect(await get("op")).toMatchObject({ status: "running" });
    alive.add("arn-of-op");
    await dispatchDue();
    expect(await get("op")).toMatchObject({
      status: "running",
      dueAtMs: store().clock.nowMs + 10 * minuteMs,
    });
  });
});

describe("the failure of one operation", () => {
  test("delays no other operation, whatever its status, and is thrown at the end", async () => {
    for (const kind of ["waiting", "accepted", "running"]) {
      const dueAtMs = kind === "waiting" ? startMs + 1 : undefined;
      for (const name of ["bad", "good"])
        await (kind === "running" ? run : accept)(`${kind}-${name}`, dueAtMs);
    }
    store().clock.nowMs = startMs + 10 * minuteMs;
    const round = dispatchDue({
      startWorkflow: async (operation) => {
        if (operation.id.endsWith("bad")) throw new Error("cannot start");
        starts.push(operation.id);
      },
      findExecution: async (arn) => {
        if (arn.endsWith("bad")) throw new Error("cannot find");
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

  test("is logged with the names of its error and of the cause, and it starts in a later run", async () => {
    await accept("op", startMs + 1);
    store().clock.nowMs = startMs + 1;
    const refused = Object.assign(new Error("canary"), {
      code: "ECONNREFUSED",
    });
    const error = new TypeError("canary", { cause: refused });
    const startWorkflow = () => Promise.reject(error);
    await expect(dispatchDue({ startWorkflow })).rejects.toThrow(
      AggregateError,
    );
    expect(lines).toContainEqual({
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
    expect(lines).toContainEqual({
      level: "error",
      message: "dispatch failed",
      fields: { count: 1 },
    });
    expect(JSON.stringify(lines)).not.toContain("canary");
    // By then it is accepted, so the scheduler starts it again if it does not run.
    store().clock.nowMs += 2 * minuteMs;
    await dispatchDue();
    expect(starts).toEqual(["op_3"]);
  });
});
