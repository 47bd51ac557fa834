import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { findReplacement } from "../../../shared/store/find-replacement.ts";
import type {
  NewOperation,
  StartedOperation,
} from "../../../shared/store/operation.ts";
import { startMs, useStore } from "./store-for-test.ts";
import { newOperation, pause, runTo } from "./operation-for-test.ts";

const store = useStore();
const dueAtMs = startMs + 30 * dayMs;
const type = "employee.terminated";

/** A hire that runs, of an event at the start. */
async function hire(employeeId: string): Promise<StartedOperation> {
  const { operations } = store();
  const id = `hire-${employeeId}`;
  await operations.accept(newOperation(id, { employeeId, eventAtMs: startMs }));
  const started = await operations.start(id, "run-1");
  if (started) return started.operation;
  throw new Error("it did not start");
}

const replacementOf = async (operation: StartedOperation) =>
  findReplacement(
    await store().operations.othersOfEmployment(operation),
    operation,
  );

/** Something said of the employee so long after the hire, for a day to come. */
const say = (id: string, afterMs: number, changes: Partial<NewOperation>) =>
  store().operations.accept(
    newOperation(id, { eventAtMs: startMs + afterMs, ...changes }),
    dueAtMs,
  );

test("a later event of the same type with another day replaces an operation", async () => {
  const employeeId = "E-1";
  const started = await hire(employeeId);
  expect(await replacementOf(started)).toBeUndefined();
  await say("replacement", 1, { employeeId });
  expect((await replacementOf(started))?.id).toBe("replacement");
});

test("an earlier event, one of another employee, or one that does not wait replaces nothing", async () => {
  const { operations } = store();
  const employeeId = "E-2";
  const started = await hire(employeeId);
  await say("earlier", -1, { employeeId });
  await say("same-time", 0, { employeeId });
  await say("somebody", 1, { employeeId: "E-else" });
  await say("cancelled", 1, { employeeId });
  await operations.cancel(
    { id: "cancelled" },
    "caller:ops",
    "cancelled-by-caller",
  );
  const later = { employeeId, eventAtMs: startMs + 1 };
  await operations.accept(newOperation("accepted", later));
  await runTo(operations, "grace", pause(dueAtMs), later);
  expect(await replacementOf(started)).toBeUndefined();
});

test("a hire after a termination belongs to another employment, unless the termination was cancelled", async () => {
  const { operations } = store();
  const employeeId = "E-3";
  const started = await hire(employeeId);
  await say("left", 1, { employeeId, type });
  await say("again", 2, { employeeId });
  expect(await replacementOf(started)).toBeUndefined();
  await operations.cancel({ id: "left" }, "caller:ops", "cancelled-by-caller");
  expect((await replacementOf(started))?.id).toBe("again");
});

test("only a termination between two hires makes them two employments", async () => {
  const employeeId = "E-5";
  const started = await hire(employeeId);
  await say("adopted", 1, { employeeId, type: "employee.adopted" });
  await say("moved", 2, { employeeId });
  expect((await replacementOf(started))?.id).toBe("moved");
});

test("a termination later than the replacement does not undo it", async () => {
  const employeeId = "E-6";
  const started = await hire(employeeId);
  await say("another-day", 1, { employeeId });
  await say("leaves-then", 2, { employeeId, type });
  expect((await replacementOf(started))?.id).toBe("another-day");
});
