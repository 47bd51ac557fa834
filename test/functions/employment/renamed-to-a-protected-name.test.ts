import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({
  protectedUsernames: ["boss.one", "boss.two", "boss.three"],
  graceDays: 7,
});
/** The name is not one that our store knows, which is checked first. An adoption of it is refused as protected. */
const refused = { status: "needs_attention", reason: "person-differs" };

/** Gives the person of an employee another username, as an administrator of the platform does. */
async function renameByHand(employeeId: string, username: string) {
  const { platformAuth, store } = environment();
  const { personID = "" } = (await store.employees.get(employeeId)) ?? {};
  await platformAuth.service.people.update(personID, (person) => ({
    ...person,
    svc: { ...person.svc, username },
  }));
}

const findPerson = (username: string) =>
  environment().platform.findPerson(username);

test("a person whom an administrator renamed to a protected name is not disabled", async () => {
  const { sendAndWait, advanceTime } = environment();
  const employeeId = "P-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await renameByHand(employeeId, "boss.one");
  advanceTime(minuteMs);
  expect(
    await sendAndWait("employee.terminated", { employeeId }),
  ).toMatchObject(refused);
  expect(findPerson("boss.one")?.svc.enabled).toBe(true);
});

test("a person whom an administrator renamed to a protected name is not enabled", async () => {
  const { sendAndWait, advanceTime } = environment();
  const employeeId = "P-2";
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(minuteMs);
  await sendAndWait("employee.suspended", { employeeId });
  await renameByHand(employeeId, "boss.two");
  advanceTime(minuteMs);
  expect(await sendAndWait("employee.resumed", { employeeId })).toMatchObject(
    refused,
  );
  expect(findPerson("boss.two")?.svc.enabled).toBe(false);
});

test("a person whom an administrator renamed to a protected name during the grace period is not deleted", async () => {
  const { sendAndWait, advanceTime, runScheduler, find, deletions } =
    environment();
  const employeeId = "P-3";
  await sendAndWait("employee.hired", hireOf(employeeId));
  advanceTime(minuteMs);
  const { id } = await sendAndWait("employee.terminated", { employeeId });
  await renameByHand(employeeId, "boss.three");
  advanceTime(8 * dayMs);
  await runScheduler();
  expect(await find(id)).toMatchObject(refused);
  expect(deletions()).toBe(0);
  expect(findPerson("boss.three")).toBeDefined();
});
