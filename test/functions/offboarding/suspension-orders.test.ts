import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 7 });

describe("an employee who is suspended before a hire is known", () => {
  test("a suspension of an unknown employee holds from the hire on: no person is created", async () => {
    const { sendAndWait, advanceTime, runScheduler, find, personOf, store } =
      environment();
    const employeeId = "U-2";
    const { id } = await sendAndWait("employee.suspended", { employeeId });
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(3 * 60_000);
    await runScheduler();
    expect((await find(id)).status).toBe("succeeded");
    expect((await store.employees.get(employeeId))?.state).toBe("expected");
    expect(await personOf(employeeId)).toBeUndefined();
  });
});
