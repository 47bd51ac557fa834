import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

test("a hire that corrects one whose data is erased creates the person with tasks, and both succeed", async () => {
  const { hire, passDays } = environment();
  const { find, addPerson, personOf, platform, passTime } = environment();
  await addPerson("c-1");
  const first = await hire("C-1");
  expect(first.reason).toBe("username-or-email-taken");
  await passDays(15);
  expect((await find(first.id)).payloadUntilMs).toBeUndefined();
  const corrected = await hire("C-1", {
    username: "c-1-new",
    email: "c-1-new@example.com",
    tasks: [{ subject: "Meet the team", dueInDays: 1 }],
  });
  // The operation of the first hire adds the tasks.
  await passTime(3 * minuteMs);
  expect(corrected).toMatchObject({ status: "succeeded", sameAs: first.id });
  expect(await find(first.id)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
  const person = await personOf("C-1");
  expect(person?.svc.username).toBe("c-1-new");
  const tasks = platform.tasksOf(person?.id ?? "");
  expect(tasks.map(({ subject }) => subject)).toEqual(["Meet the team"]);
});

test("a hire that follows one whose data is erased creates the person, and the termination waits", async () => {
  const { hire, say, passDays, find, dateIn, personOf } = environment();
  const first = await hire("C-2", { startDate: dateIn(3) });
  await say("terminated", "C-2", { lastDay: dateIn(1) });
  await passDays(20);
  expect((await find(first.id)).payloadUntilMs).toBeUndefined();
  // Until this last day, the first employment goes on. The data for its person is erased.
  const moved = await say("terminated", "C-2", { lastDay: dateIn(2) });
  expect(moved.reason).toBe("data-erased");
  await hire("C-2", { startDate: dateIn(3) });
  expect((await personOf("C-2"))?.svc.enabled).toBe(true);
  expect((await find(moved.id)).status).toBe("waiting");
});

test("a creation that failed and is not wanted any more leaves no name and no salt", async () => {
  const { hire, say, addPerson, store } = environment();
  const employeeId = "C-3";
  await addPerson("c-3");
  const failed = await hire(employeeId);
  expect(failed.reason).toBe("username-or-email-taken");
  const names = { username: "c-3" };
  expect(await store.employees.get(employeeId)).toMatchObject(names);
  await say("terminated", employeeId);
  const item = await store.employees.get(employeeId);
  expect(item).toMatchObject({ state: "left", person: { is: "none" } });
  expect(item).not.toHaveProperty("username");
  expect(item).not.toHaveProperty("passwordSalt");
});

test("a creation that the platform refused leaves no salt, also while another operation is open", async () => {
  const { hire, say, dateIn, platform, store } = environment();
  platform.faults.add({ kind: "status", status: 400, method: "POST" });
  await hire("C-4");
  await say("terminated", "C-4", { lastDay: dateIn(9) });
  const item = await store.employees.get("C-4");
  expect(item?.unfinished).toHaveLength(1);
  expect(item).not.toHaveProperty("passwordSalt");
});
