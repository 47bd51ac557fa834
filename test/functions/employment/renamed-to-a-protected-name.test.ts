import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ protectedUsernames: ["the.boss"] });

test("a person whom an administrator renamed to a protected name is not enabled", async () => {
  const { sendAndWait, advanceTime, platform, platformAuth, personOf } =
    environment();
  const employeeId = "P-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(minuteMs);
  await sendAndWait("employee.suspended", { employeeId });
  const { id = "" } = (await personOf(employeeId)) ?? {};
  await platformAuth.service.people.update(id, (person) => ({
    ...person,
    svc: { ...person.svc, username: "the.boss" },
  }));
  advanceTime(minuteMs);
  // The name is not one that our store knows, which is checked first.
  expect(await sendAndWait("employee.resumed", { employeeId })).toMatchObject({
    status: "needs_attention",
    reason: "person-differs",
  });
  expect(platform.findPerson("the.boss")?.svc.enabled).toBe(false);
});
