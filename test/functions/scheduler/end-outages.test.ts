import { beforeEach, describe, expect, test } from "vitest";
import {
  createEndOutages,
  type EndOutagesDependencies,
} from "../../../functions/scheduler/end-outages.ts";
import { UnreachableError } from "../../../shared/community/errors.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";
import type { EventType } from "../../../shared/event-types.ts";
import { TokenError } from "../../../shared/token/token-error.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { lastTermination } from "../../../shared/store/operation-writer.ts";
import { newOperation } from "../../shared/store/operation-for-test.ts";
import { startMs } from "../../shared/store/store-for-test.ts";
import { useScheduler } from "./scheduler-for-test.ts";

const { store, starts, log, lines, putBroken } = useScheduler();
let isDown: boolean;

beforeEach(async () => {
  isDown = true;
  await store().outages.noteFailure("platform", "platform-error-503");
});

async function probe(): Promise<void> {
  const attempted = { method: "GET", path: "/people/@me" };
  if (isDown) throw new UnreachableError(attempted, new Error("down"));
}

/** The platform works again, and the next run of the scheduler probes it. */
function repair(): void {
  isDown = false;
  store().clock.nowMs += 10 * minuteMs;
}

/** One run of the scheduler. */
function endOutages(
  changes: Partial<EndOutagesDependencies> = {},
): Promise<void> {
  return createEndOutages({
    store: store(),
    probes: { platform: probe, configuration: async () => undefined },
    startWorkflow: async ({ id }) => void starts.push(id),
    nowMs: () => store().clock.nowMs,
    log,
    ...changes,
  })();
}

/** Lets a new operation wait for the end of the outage. */
async function block(
  id: string,
  type: EventType,
  atMs: number,
  employeeId = `E-${id}`,
): Promise<void> {
  await store().operations.accept(newOperation(id, { type, employeeId }));
  const execution = `execution-${id}`;
  await store().operations.start(id, execution);
  await store().operations.finish(
    { id, execution },
    {
      status: "waiting",
      reason: "platform-error-503",
      blockedBy: "platform",
      blockedSinceMs: atMs,
      pauses: 0,
      outage: "platform",
      wakeOrder: type === "employee.terminated" ? atMs : lastTermination + atMs,
      dueAtMs: store().clock.nowMs + 6 * hourMs,
      steps: {},
      warnings: [],
    },
  );
}

/** An operation that waits for the end of the outage and cannot be woken. */
const blockBroken = (id: string, wakeOrder: number, employeeId = `E-${id}`) =>
  putBroken(id, {
    type: "employee.changed",
    employeeId,
    status: "waiting",
    outage: "platform",
    wakeOrder,
  });

describe("the end of an outage", () => {
  test("wakes the terminations first, and the other operations in the next run", async () => {
    await block("hire", "employee.hired", startMs);
    await block("termination", "employee.terminated", startMs + 1);
    store().clock.nowMs += minuteMs;
    await endOutages();
    expect(starts).toEqual([]);

    repair();
    await endOutages();
    expect(starts).toEqual(["termination"]);
    store().clock.nowMs += minuteMs;
    await endOutages();
    expect(starts).toEqual(["termination", "hire"]);
  });

  test("wakes one operation of an employee in a run, a status beside it, and the next one in the next run", async () => {
    await block("first", "employee.changed", startMs, "E-1");
    await block("second", "employee.changed", startMs + 1, "E-1");
    await block("other", "employee.changed", startMs + 2, "E-2");
    await block("status", "status.set", startMs + 3, "E-1");
    repair();
    await endOutages();
    expect(starts.toSorted()).toEqual(["first", "other", "status"]);
    store().clock.nowMs += minuteMs;
    await endOutages();
    expect(starts.at(-1)).toBe("second");
  });

  test("wakes an operation although the one before it of the same employee cannot be woken", async () => {
    await blockBroken("broken", lastTermination + startMs, "E-1");
    await block("second", "employee.changed", startMs + 1, "E-1");
    repair();
    await expect(endOutages()).rejects.toThrow("could not be handled");
    expect(starts).toEqual(["second"]);
  });

  test("wakes about three hundred operations in a run, so that they do not come to the platform all at once", async () => {
    await block("hire", "employee.hired", startMs);
    const hire = (await store().operations.get("hire")) as Operation;
    const entries = Array.from({ length: 1000 }, (_, one) => ({
      id: `hire-${one}`,
      dueAtMs: startMs,
    }));
    const operations = {
      ...store().operations,
      blockedBy: () => ({ page: async () => ({ entries }) }),
      unblock: async (id: string) => ({ ...hire, id }),
    };
    repair();
    await endOutages({ store: { ...store(), operations } });
    expect(starts.length).toBeGreaterThanOrEqual(300);
    expect(starts.length).toBeLessThan(320);
  });

  test("is logged, also if the scheduler dies after the write that ends the outage", async () => {
    repair();
    const { outages } = store();
    const noteAnswer: typeof outages.noteAnswer = async (...args) => {
      await outages.noteAnswer(...args);
      throw new Error("killed");
    };
    const dying = { ...store(), outages: { ...outages, noteAnswer } };
    await expect(endOutages({ store: dying })).rejects.toThrow("killed");
    store().clock.nowMs += minuteMs;
    await endOutages();
    expect(lines).toEqual([
      {
        level: "info",
        message: "outage over",
        fields: { blockedBy: "platform", reason: "platform-error-503" },
      },
    ]);
  });

  test("is awaited with a line in each run, and with a probe only when one is due", async () => {
    let probes = 0;
    const platform = async () => {
      probes++;
      return probe();
    };
    const counted = { platform, configuration: async () => undefined };
    for (const waitMs of [0, 0, 11 * minuteMs]) {
      store().clock.nowMs += waitMs;
      await endOutages({ probes: counted });
    }
    expect(
      lines.filter(({ message }) => message === "outage lasts"),
    ).toHaveLength(3);
    expect(probes).toBe(1);
  });

  test("counts an operation that could not be started, and leaves it to the pass over accepted operations", async () => {
    await block("termination", "employee.terminated", startMs);
    await block("hire", "employee.hired", startMs);
    repair();
    const startWorkflow = () => Promise.reject(new Error("no"));
    await endOutages({ startWorkflow });
    expect(lines).toContainEqual({
      level: "warn",
      message: "not started",
      fields: { operationId: "termination", error: "Error" },
    });
    expect(await store().operations.get("termination")).toMatchObject({
      status: "accepted",
    });
    expect(await store().operations.get("hire")).toMatchObject({
      status: "waiting",
    });
  });

  test("lets the operations that wait show a changed cause, also if some of them cannot be written at first", async () => {
    await block("termination", "employee.terminated", startMs);
    await block("hire", "employee.hired", startMs);
    const probes = {
      platform: async () => {
        throw new TokenError("refused");
      },
      configuration: async () => undefined,
    };
    const { operations } = store();
    const failing = {
      ...operations,
      showCause: async (...args: Parameters<typeof operations.showCause>) => {
        if (args[0] === "hire") throw new Error("canary");
        return operations.showCause(...args);
      },
    };
    store().clock.nowMs += 10 * minuteMs;
    await expect(
      endOutages({ probes, store: { ...store(), operations: failing } }),
    ).rejects.toThrow(AggregateError);
    const reasonOf = async (id: string) => (await operations.get(id))?.reason;
    expect(await reasonOf("termination")).toBe("login-refused");
    expect(await reasonOf("hire")).toBe("platform-error-503");
    // No probe is due, and the other operation shows the cause nevertheless.
    store().clock.nowMs += 1;
    await endOutages({ probes });
    expect(await reasonOf("hire")).toBe("login-refused");
    expect(starts).toEqual([]);
  });

  test("wakes every other operation if some cannot be woken, and logs those", async () => {
    for (let one = 0; one < 30; one++)
      await blockBroken(`broken-${one}`, startMs + one);
    await block("termination", "employee.terminated", startMs + minuteMs);
    await block("hire", "employee.hired", startMs);
    repair();
    await expect(endOutages()).rejects.toThrow(AggregateError);
    store().clock.nowMs += minuteMs;
    await expect(endOutages()).rejects.toThrow(AggregateError);

    expect(starts).toEqual(["termination", "hire"]);
    const logged = lines.filter(({ message }) => message === "not dispatched");
    expect(logged[0]?.fields).toEqual({
      pass: "blocked",
      operationId: "broken-0",
      error: "ValidationException",
    });
  });
});
