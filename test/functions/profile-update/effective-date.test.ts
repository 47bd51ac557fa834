import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess();

const titleOf = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.profile?.find(
    ({ svc_label }) => svc_label === "Title",
  )?.value;

const changeIn = (days: number, employeeId: string, title: string) =>
  environment().sendAndWait("employee.changed", {
    employeeId,
    title,
    effectiveDate: new Date(environment().nowMs() + days * dayMs).toISOString(),
  });

async function passDays(days: number): Promise<void> {
  environment().advanceTime(days * dayMs);
  await environment().runScheduler();
}

test("a change waits for its effective date, and can be cancelled until then", async () => {
  const { sendAndWait, operate, find } = environment();
  await sendAndWait("employee.hired", hireOf("D-1", { title: "Engineer" }));
  const first = await changeIn(2, "D-1", "Boss");
  const second = await changeIn(3, "D-1", "Director");
  expect(first.status).toBe("waiting");
  expect((await operate("POST", `/${second.id}/cancel`)).status).toBe(202);
  expect(await titleOf("D-1")).toBe("Engineer");
  await passDays(4);
  expect(await find(first.id)).toMatchObject({ status: "succeeded" });
  expect(await find(second.id)).toMatchObject({ status: "cancelled" });
  expect(await titleOf("D-1")).toBe("Boss");
});

test("a change of somebody who has left is cancelled with its reason", async () => {
  const { sendAndWait } = environment();
  await sendAndWait("employee.hired", hireOf("D-4"));
  await sendAndWait("employee.terminated", { employeeId: "D-4", graceDays: 0 });
  const changed = await sendAndWait("employee.changed", {
    employeeId: "D-4",
    title: "Boss",
  });
  expect(changed).toMatchObject({ status: "cancelled", reason: "left" });
});
