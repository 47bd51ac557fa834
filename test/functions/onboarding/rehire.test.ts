import { expect, test, vi } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { minuteMs } from "../../../shared/durations.ts";

const environment = useInProcess();

test("a rehire during the deletion waits for its end and then creates a new person", async () => {
  const { hire, send, runUntilIdle, operation, platform, store } =
    environment();
  const { advanceTime, runScheduler } = environment();
  const hired = await hire("H-7");
  platform.faults.add({ kind: "late-deletion", gone: { afterReads: 9 } });
  const leaving = await send("employee.terminated", {
    employeeId: "H-7",
    graceDays: 0,
  });
  const isDeleting = async () =>
    (await store.employees.get("H-7"))?.state === "deleting";
  await vi.waitUntil(isDeleting, { interval: 1, timeout: 10_000 });
  const hiring = await send("employee.hired", hireOf("H-7"));
  await runUntilIdle();
  expect((await operation(leaving)).status).toBe("succeeded");
  advanceTime(3 * minuteMs);
  await runScheduler();
  const rehired = await operation(hiring);
  expect(rehired).toMatchObject({ status: "succeeded", warnings: [] });
  expect(rehired.result?.personID).not.toBe(hired.result?.personID);
  expect(platform.findPerson("h-7")?.id).toBe(rehired.result?.personID);
});
