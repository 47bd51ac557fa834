import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEndOutages } from "../../../functions/scheduler/end-outages.ts";
import { tables } from "../../../infra/tables.ts";
import type { StartedOperation } from "../../../shared/store/operation.ts";
import { lastTermination } from "../../../shared/store/operation-writer.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import type { StartWorkflow } from "../../../shared/workflow/execution.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { newOperation } from "../../shared/store/operation-for-test.ts";
import { startMs } from "../../shared/store/store-for-test.ts";

const minuteMs = 60_000;
const maxLagMs = 2_000;

let started: TablesForTest;
let store: Store;
let nowMs: number;
/** The ids of started operations, in order. */
let starts: string[];
let recorded: ReturnType<typeof recordLog>;
let isDown: boolean;

beforeEach(async () => {
  nowMs = startMs;
  starts = [];
  isDown = true;
  recorded = recordLog();
  started = await startTables("here", { maxLagMs, nowMs: () => nowMs });
  store = createStore(started.documents, tables.store.name, () => nowMs);
  await store.outages.noteFailure("platform", "platform-error-503");
});
afterEach(() => started.close());

async function probe(): Promise<void> {
  if (isDown)
    throw Object.assign(new Error("down"), { name: "UnreachableError" });
}

/** One run of the scheduler. */
function endOutages(
  startWorkflow: StartWorkflow = async ({ id }) => void starts.push(id),
): Promise<void> {
  return createEndOutages({
    store,
    probes: { platform: probe, configuration: async () => undefined },
    startWorkflow,
    nowMs: () => nowMs,
    log: recorded.log,
  })();
}

/** Lets a new operation wait for the end of the outage. */
async function block(id: string, type: string, atMs: number): Promise<void> {
  await store.operations.accept({ ...newOperation(id), type });
  const running = await store.operations.start(id, `execution-${id}`);
  await store.operations.finish(running as StartedOperation, {
    status: "waiting",
    reason: "platform-error-503",
    blockedBy: "platform",
    blockedSinceMs: atMs,
    pauses: 0,
    outage: "platform",
    wakeOrder: type === "employee.terminated" ? atMs : lastTermination + atMs,
    dueAtMs: nowMs + 6 * 60 * minuteMs,
    steps: {},
    warnings: [],
  });
}

/** Stores an item whose index entry stays, because nothing can handle it. */
const putBroken = (id: string, wakeOrder: number) =>
  started.documents.send(
    new PutCommand({
      TableName: tables.store.name,
      Item: {
        id: `operation#${id}`,
        status: "waiting",
        outage: "platform",
        wakeOrder,
        run: "broken",
      },
    }),
  );

describe("the end of an outage", () => {
  test("wakes the terminations first, and the other operations in the next run", async () => {
    await block("hire", "employee.hired", startMs);
    await block("termination", "employee.terminated", startMs + 1);
    nowMs += minuteMs;
    await endOutages();
    expect(starts).toEqual([]);

    isDown = false;
    nowMs += 10 * minuteMs;
    await endOutages();
    expect(starts).toEqual(["termination"]);
    nowMs += minuteMs;
    await endOutages();
    expect(starts).toEqual(["termination", "hire"]);
  });

  test("wakes about three hundred operations in a run, and the rest in the next runs", async () => {
    await block("hire", "employee.hired", startMs);
    const { Item } = await started.documents.send(
      new GetCommand({
        TableName: tables.store.name,
        Key: { id: "operation#hire" },
      }),
    );
    for (let copy = 0; copy < 324; copy++)
      await started.documents.send(
        new PutCommand({
          TableName: tables.store.name,
          Item: { ...Item, id: `operation#copy-${copy}` },
        }),
      );
    isDown = false;
    nowMs += 10 * minuteMs;
    await endOutages();
    expect(starts.length).toBeGreaterThanOrEqual(300);
    expect(starts.length).toBeLessThan(320);
    nowMs += minuteMs;
    await endOutages();
    expect(new Set(starts).size).toBe(325);
    expect(starts).toHaveLength(325);
  });

  test("counts an operation that could not be started, and leaves it to the pass over accepted operations", async () => {
    await block("termination", "employee.terminated", startMs);
    await block("hire", "employee.hired", startMs);
    isDown = false;
    nowMs += 10 * minuteMs;
    await endOutages(() => Promise.reject(new Error("no")));
    expect(recorded.lines).toContainEqual({
      level: "warn",
      message: "not started",
      fields: { operationId: "termination", error: "Error" },
    });
    expect(await store.operations.get("termination")).toMatchObject({
      status: "accepted",
    });
    expect(await store.operations.get("hire")).toMatchObject({
      status: "waiting",
    });
  });

  test("wakes every other operation if some cannot be woken, and logs those", async () => {
    for (let one = 0; one < 30; one++)
      await putBroken(`broken-${one}`, startMs + one);
    await block("termination", "employee.terminated", startMs + minuteMs);
    await block("hire", "employee.hired", startMs);
    isDown = false;
    nowMs += 10 * minuteMs;
    await expect(endOutages()).rejects.toThrow(AggregateError);
    nowMs += minuteMs;
    await expect(endOutages()).rejects.toThrow(AggregateError);

    expect(starts).toEqual(["termination", "hire"]);
    const logged = recorded.lines.filter(
      ({ message }) => message === "not dispatched",
    );
    expect(logged[0]?.fields).toEqual({
      status: "blocked",
      operationId: "broken-0",
      error: "ValidationException",
    });
  });
});
