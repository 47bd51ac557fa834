import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 7 });

const put = { method: "PUT", path: "/people/{personID}" } as const;

test("a late write of an earlier change does not undo a later one", async () => {
  const { platform, sendAndWait, personOf, nowMs, store, advanceTime } =
    environment();
  const employeeId = "L-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  const atMs = nowMs();
  // The client repeats the write at once, so the change ends while its first write is still on its way: through the
  // repetition, the read and the write of the later change, and its second read.
  platform.faults.add({
    kind: "late-effect",
    ...put,
    times: 1,
    afterRequests: 4,
  });
  const first = { employeeId, title: "Engineer", username: "l-1.first" };
  await sendAndWait("employee.changed", first, { atMs });
  const second = { employeeId, title: "Boss", username: "l-1.second" };
  const changed = await sendAndWait("employee.changed", second, {
    atMs: atMs + 1,
  });
  expect(changed).toMatchObject({
    status: "succeeded",
    result: { changed: ["/username", "/title"] },
  });
  expect(Object.keys(changed.steps)).toContain("apply change again");
  const person = await personOf(employeeId);
  expect(person?.svc).toMatchObject({
    username: "l-1.second",
    profile: [{ svc_label: "Title", value: "Boss" }],
  });
  advanceTime(5 * 60_000);
  await sendAndWait("employee.changed", { employeeId, location: "Bern" });
  const employee = (await store.employees.get(employeeId))!;
  expect(employee.username).toBe("l-1.second");
  expect(employee).not.toHaveProperty("otherUsernames");
});

test("a late write of a change does not enable a leaver, who stays changed", async () => {
  const { platform, sendAndWait, personOf } = environment();
  const employeeId = "L-2";
  await sendAndWait("employee.hired", hireOf(employeeId));
  platform.faults.add({
    kind: "late-effect",
    ...put,
    times: 1,
    afterRequests: 4,
  });
  await sendAndWait("employee.changed", { employeeId, title: "Boss" });
  const left = await sendAndWait("employee.terminated", { employeeId });
  expect(left).toMatchObject({ status: "waiting", phase: "grace" });
  expect((await personOf(employeeId))?.svc).toMatchObject({
    enabled: false,
    visible: false,
    profile: [{ value: "Boss" }],
  });
});

test("a change in the grace period is applied, and the person stays disabled", async () => {
  const { sendAndWait, personOf } = environment();
  const employeeId = "L-3";
  await sendAndWait("employee.hired", hireOf(employeeId));
  await sendAndWait("employee.terminated", { employeeId });
  const changed = await sendAndWait("employee.changed", {
    employeeId,
    name: { familyName: "Berg" },
  });
  expect(changed.status).toBe("succeeded");
  expect(await personOf(employeeId)).toMatchObject({
    name: { familyName: "Berg", formatted: "Given Berg" },
    svc: { enabled: false, visible: false },
  });
});
