import { putEmployee } from "../../fixtures/put-employee.ts";
import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import type { DueStatus } from "../../../shared/store/scheduling.ts";
import { startMs, useStore } from "./store-for-test.ts";
import {
  acceptWith,
  outcomeOf,
  newOperation,
  pause,
  runTo,
} from "./operation-for-test.ts";

const store = useStore();

describe("due operations", () => {
  test("due operations are listed by status, the most urgent first", async () => {
    const { operations, clock } = store();
    await operations.accept(newOperation("a-late"));
    await operations.accept(newOperation("w-late"), startMs + 2);
    await operations.accept(newOperation("w-early"), startMs + 1);
    await operations.accept(newOperation("w-future"), startMs + 60 * minuteMs);
    await operations.accept(newOperation("r"));
    await operations.start("r", "run-1");
    await runTo(operations, "ended", outcomeOf("failed"));
    await runTo(operations, "grace", pause(startMs + 3));
    const dueIds = async (status: DueStatus, limit = 25) =>
      (await operations.due(status).page(limit)).entries.map(({ id }) => id);
    const due = async () => ({
      waiting: await dueIds("waiting"),
      accepted: await dueIds("accepted"),
      running: await dueIds("running"),
    });

    expect(await due()).toEqual({ waiting: [], accepted: [], running: [] });
    clock.nowMs = startMs + 2;
    expect(await due()).toMatchObject({ waiting: ["w-early", "w-late"] });
    clock.nowMs = startMs + 2 * minuteMs - 1;
    expect(await due()).toMatchObject({ accepted: [] });
    clock.nowMs = startMs + 2 * minuteMs;
    expect(await due()).toMatchObject({ accepted: ["a-late"], running: [] });
    clock.nowMs = startMs + 10 * minuteMs;
    expect(await due()).toEqual({
      waiting: ["w-early", "w-late", "grace"],
      accepted: ["a-late"],
      running: ["r"],
    });
    expect(await dueIds("waiting", 2)).toEqual(["w-early", "w-late"]);
    const first = await operations.due("waiting").page(2);
    const second = await operations.due("waiting").page(2, first.next);
    expect(second.entries).toEqual([{ id: "grace", dueAtMs: startMs + 3 }]);
  });
});

describe("the operations of an employee", () => {
  test("the operations of an employee come newest first, without those of other employees", async () => {
    const { operations, clock } = store();
    const employeeId = "E-many";
    for (const [index, id] of ["first", "second", "third"].entries()) {
      clock.nowMs = startMs + index;
      await operations.accept(newOperation(id, { employeeId }));
    }
    await operations.accept(newOperation("another's"));
    const listed = async (limit?: number) =>
      (await operations.ofEmployee(employeeId, limit)).map(({ id }) => id);
    expect(await listed()).toEqual(["third", "second", "first"]);
    expect(await listed(2)).toEqual(["third", "second"]);
    expect(await operations.ofEmployee("E-none")).toEqual([]);
    const [newest] = await operations.ofEmployee(employeeId);
    expect(newest).toEqual(await operations.get("third"));
  });

  test("the list of an employee has operations, and no other items about them", async () => {
    const { operations, persons } = store();
    const employeeId = "E-alone";
    await acceptWith(store(), newOperation("alone", { employeeId }), {
      data: { employeeId },
      avatar: Uint8Array.of(1),
    });
    await persons.link("1001", employeeId);
    await putEmployee(store(), employeeId, { operationId: "alone" });
    const all = await operations.ofEmployee(employeeId);
    expect(all.map(({ id }) => id)).toEqual(["alone"]);
  });
});
