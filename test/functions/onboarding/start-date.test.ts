import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ zone: "Europe/Oslo" });

test("a start date without a time begins in the time zone of the company", async () => {
  const { sendAndWait } = environment();
  const dueOf = async (employeeId: string, startDate: string) =>
    (await sendAndWait("employee.hired", hireOf(employeeId, { startDate })))
      .dueAtMs;
  expect(await dueOf("S-1", "2030-07-01")).toBe(
    Date.parse("2030-06-30T22:00:00Z"),
  );
  expect(await dueOf("S-2", "2030-01-01")).toBe(
    Date.parse("2029-12-31T23:00:00Z"),
  );
  expect(await dueOf("S-3", "2030-07-01T09:00:00+09:00")).toBe(
    Date.parse("2030-07-01T00:00:00Z"),
  );
});

test.each([40, 400])(
  "a hire %d days ahead creates no person until then, and keeps the data of the event",
  async (days) => {
    const { sendAndWait, advanceTime, runScheduler, find, nowMs, platform } =
      environment();
    const employeeId = `S-${days}-days`;
    const dueAtMs = nowMs() + days * dayMs;
    const { id } = await sendAndWait(
      "employee.hired",
      hireOf(employeeId, {
        startDate: new Date(dueAtMs).toISOString(),
        tasks: [{ subject: "Read", dueInDays: 1 }],
      }),
    );
    advanceTime((days - 1) * dayMs);
    await runScheduler();
    expect((await find(id)).status).toBe("waiting");
    expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
    expect((await find(id)).payloadUntilMs).toBeGreaterThan(dueAtMs);

    advanceTime(1.1 * dayMs);
    await runScheduler();
    const hired = await find(id);
    expect(hired).toMatchObject({ status: "succeeded", warnings: [] });
    expect(platform.tasksOf(hired.result?.personID ?? "")).toHaveLength(1);
  },
);

test("a waiting hire can be cancelled, and no person is ever created", async () => {
  const { operate, advanceTime, runScheduler, find, platform } = environment();
  const { id } = await hireIn("S-5", 10);
  expect((await operate("POST", `/${id}/cancel`)).status).toBe(202);
  advanceTime(11 * dayMs);
  await runScheduler();
  expect((await find(id)).status).toBe("cancelled");
  expect(platform.findPerson("s-5")).toBeUndefined();
});

function hireIn(employeeId: string, days: number) {
  const { sendAndWait, nowMs } = environment();
  const startDate = new Date(nowMs() + days * dayMs).toISOString();
  return sendAndWait("employee.hired", hireOf(employeeId, { startDate }));
}
