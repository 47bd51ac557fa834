import { afterEach, beforeEach, expect, test } from "vitest";
import { tables } from "../../../infra/tables.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { newOperation } from "./operation-for-test.ts";
import { dayMs, minuteMs, startMs } from "./store-for-test.ts";

const hourMs = 60 * minuteMs;
const employeeId = "E-1";
let started: TablesForTest;
let store: Store;
let nowMs: number;

beforeEach(async () => {
  nowMs = startMs;
  // An index that never shows a write while the clock stands still.
  started = await startTables("here", {
    maxLagMs: 2_000,
    nowMs: () => nowMs,
    random: () => 0.9,
  });
  store = createStore(started.documents, tables.store.name, () => nowMs);
});
afterEach(() => started.close());

const listed = async () =>
  (await store.operations.ofEmployment(employeeId)).map(({ id }) => id);

test("an operation that begins later is listed at once, also if the index lacks it", async () => {
  await store.operations.accept(newOperation("planned"), startMs + dayMs);
  expect(await listed()).toEqual(["planned"]);
});

test("an operation is listed once, newest first, when the index shows it too", async () => {
  await store.operations.accept(newOperation("first"));
  nowMs += 2_000;
  await store.operations.accept(newOperation("planned"), startMs + dayMs);
  expect(await listed()).toEqual(["planned", "first"]);
  nowMs += 2_000;
  expect(await listed()).toEqual(["planned", "first"]);
});

test("an operation that was stored at the end of an hour is listed in the next hour", async () => {
  nowMs = Math.ceil(startMs / hourMs) * hourMs - 1;
  await store.operations.accept(newOperation("planned"), nowMs + dayMs);
  nowMs++;
  expect(await listed()).toEqual(["planned"]);
});

test("a noted operation that was not stored is not listed, nor is one of another employee", async () => {
  await store.operations.accept(
    newOperation("other", { employeeId: "E-2" }),
    startMs + dayMs,
  );
  expect(await listed()).toEqual([]);
});

test("a status that waits is not noted, because no decision about an employee needs it", async () => {
  await store.operations.accept(
    newOperation("status", { type: "status.set" }),
    startMs + dayMs,
  );
  nowMs += 2_000;
  expect(await listed()).toEqual([]);
});

test("an operation that is known is listed among those of the employee, also if the index lacks it", async () => {
  await store.operations.accept(newOperation("status", { type: "status.set" }));
  const { operations } = store;
  expect(await operations.ofEmployee(employeeId)).toEqual([]);
  const [found] = await operations.ofEmployee(employeeId, 100, ["status"]);
  expect(found?.id).toBe("status");
});
