import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("nothing personal is left of a hire that never got a person", async () => {
  const { sendAndWait, platform, advanceTime, runScheduler, ...others } =
    environment();
  const employeeId = "ERASE-1";
  platform.faults.add({ kind: "status", status: 400, path: "/people" });
  const hired = await sendAndWait("employee.hired", hireOf(employeeId));
  expect(hired.status).toBe("failed");
  const kept = async () => JSON.stringify(await others.storedItems());
  expect(await kept()).toContain(hireOf(employeeId).email);
  advanceTime(15 * dayMs);
  await runScheduler();
  await others.outlastOperations();
  await runScheduler();
  expect(await kept()).not.toContain(hireOf(employeeId).email);
});
