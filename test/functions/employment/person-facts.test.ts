import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 30 });

const dateIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

/** What subscribers are told of a person, in the order of the operations: type and fact. */
async function factsOf(employeeId: string): Promise<string[]> {
  const all = await environment().store.operations.ofEmployee(employeeId, 50);
  return all
    .toReversed()
    .flatMap(({ type, history }) =>
      history.flatMap(({ person }) => (person ? [`${type} ${person}`] : [])),
    );
}

test("a termination that is repeated before its last day does not tell that the person has left", async () => {
  const { sendAndWait } = environment();
  const employeeId = "FACT-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  for (let times = 0; times < 2; times++)
    await sendAndWait("employee.terminated", {
      employeeId,
      lastDay: dateIn(30),
    });
  expect(await factsOf(employeeId)).toEqual(["employee.hired onboarded"]);
});

test("a termination in whose run a suspension begins tells that the person is suspended", async () => {
  const { sendAndWait, advanceTime } = environment();
  const employeeId = "FACT-2";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await sendAndWait("employee.suspended", { employeeId, from: dateIn(1) });
  advanceTime(2 * dayMs);
  await sendAndWait("employee.terminated", { employeeId, lastDay: dateIn(30) });
  expect(await factsOf(employeeId)).toEqual([
    "employee.hired onboarded",
    "employee.terminated suspended",
  ]);
});

test("a change in whose run an employment ends tells that the person has left", async () => {
  const { sendAndWait, advanceTime } = environment();
  const employeeId = "FACT-3";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await sendAndWait("employee.terminated", { employeeId, lastDay: dateIn(1) });
  advanceTime(3 * dayMs);
  await sendAndWait("employee.changed", { employeeId, title: "Lead" });
  expect(await factsOf(employeeId)).toEqual([
    "employee.hired onboarded",
    "employee.changed left",
  ]);
});

test("an adoption tells that the person is onboarded, and their leaving is told once", async () => {
  const { sendAndWait, addPerson, advanceTime, runScheduler } = environment();
  const employeeId = "FACT-4";
  await addPerson("fact-4");
  await sendAndWait("employee.adopted", {
    employeeId,
    username: "fact-4",
    email: "fact-4@example.com",
  });
  await sendAndWait("employee.terminated", { employeeId });
  await sendAndWait("employee.terminated", { employeeId });
  advanceTime(31 * dayMs);
  await runScheduler();
  expect(await factsOf(employeeId)).toEqual([
    "employee.adopted onboarded",
    "employee.terminated left",
  ]);
});
