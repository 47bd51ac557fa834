import { expect, test } from "vitest";
import { newOperation } from "./operation-for-test.ts";
import { maxLagMs, startMs, useLaggingStore } from "./store-for-test.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";

const employeeId = "E-1";
// The index never shows a write while the clock stands still.
const store = useLaggingStore(() => 0.9);

const listed = async () =>
  (await store().operations.ofEmployment(employeeId)).map(({ id }) => id);

test("an operation that begins later is listed at once, also if the index lacks it", async () => {
  await store().operations.accept(newOperation("planned"), startMs + dayMs);
  expect(await listed()).toEqual(["planned"]);
});

test("a cancellation of terminations is listed at once, because a change that comes with it needs it", async () => {
  const type = "employee.termination_cancelled";
  await store().operations.accept(newOperation("cancellation", { type }));
  expect(await listed()).toEqual(["cancellation"]);
});

test("an operation is listed once, newest first, when the index shows it too", async () => {
  await store().operations.accept(newOperation("first"));
  store().clock.nowMs += maxLagMs;
  await store().operations.accept(newOperation("planned"), startMs + dayMs);
  expect(await listed()).toEqual(["planned", "first"]);
  store().clock.nowMs += maxLagMs;
  expect(await listed()).toEqual(["planned", "first"]);
});

test("an operation that was stored at the end of an hour is listed in the next hour", async () => {
  const { clock, operations } = store();
  clock.nowMs = Math.ceil(startMs / hourMs) * hourMs - 1;
  await operations.accept(newOperation("planned"), clock.nowMs + dayMs);
  clock.nowMs++;
  expect(await listed()).toEqual(["planned"]);
});

test("what was stored lately is forgotten a day later", async () => {
  await store().operations.accept(newOperation("planned"), startMs + dayMs);
  const hour = Math.floor(startMs / hourMs);
  expect(await store().item(`planned#${hour}#${employeeId}`)).toMatchObject({
    expiresAtSeconds: Math.ceil((startMs + dayMs) / 1_000),
  });
});

test("a noted operation that was not stored is not listed, nor is one of another employee", async () => {
  await store().operations.accept(
    newOperation("other", { employeeId: "E-2" }),
    startMs + dayMs,
  );
  expect(await listed()).toEqual([]);
});

test("a status that waits is not noted, because no decision about an employee needs it", async () => {
  await store().operations.accept(
    newOperation("status", { type: "status.set" }),
    startMs + dayMs,
  );
  store().clock.nowMs += maxLagMs;
  expect(await listed()).toEqual([]);
});

test("an operation that is known is listed among those of the employee, also if the index lacks it", async () => {
  await store().operations.accept(
    newOperation("status", { type: "status.set" }),
  );
  const { operations } = store();
  expect(await operations.ofEmployee(employeeId)).toEqual([]);
  const [found] = await operations.ofEmployee(employeeId, 100, ["status"]);
  expect(found?.id).toBe("status");
});
