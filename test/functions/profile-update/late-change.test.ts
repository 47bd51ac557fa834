import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";

const environment = useInProcess({ graceDays: 7 });
const { pass } = passingTime(environment);

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
  const result = { changed: ["/username", "/title"] };
  expect(changed).toMatchObject({ status: "waiting", result });
  await pass(5 * minuteMs);
  const ended = await store.operations.get(changed.id);
  expect(ended).toMatchObject({ status: "succeeded", result });
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
  const { platform, sendAndWait, personOf, store } = environment();
  const employeeId = "L-2";
  await sendAndWait("employee.hired", hireOf(employeeId));
  platform.faults.add({
    kind: "late-effect",
    ...put,
    times: 1,
    afterRequests: 4,
  });
  await sendAndWait("employee.changed", { employeeId, title: "Boss" });
  const { id } = await sendAndWait("employee.terminated", { employeeId });
  await pass(5 * minuteMs);
  const left = await store.operations.get(id);
  expect(left).toMatchObject({ status: "waiting", phase: "grace" });
  expect((await personOf(employeeId))?.svc).toMatchObject({
    enabled: false,
    visible: false,
    profile: [{ value: "Boss" }],
  });
});

test("a termination does not wait for a change that waits for a late write", async () => {
  const { platform, sendAndWait, personOf, store } = environment();
  const employeeId = "L-4";
  await sendAndWait("employee.hired", hireOf(employeeId));
  platform.faults.add({
    kind: "late-effect",
    ...put,
    times: 1,
    afterRequests: 4,
  });
  await sendAndWait("employee.changed", { employeeId, title: "Engineer" });
  const changed = await sendAndWait("employee.changed", {
    employeeId,
    title: "Boss",
  });
  expect(changed.status).toBe("waiting");
  const { id } = await sendAndWait("employee.terminated", { employeeId });
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  await pass(6 * minuteMs);
  expect(await store.operations.get(id)).toMatchObject({ phase: "grace" });
  expect(await store.operations.get(changed.id)).toMatchObject({
    status: "succeeded",
    result: { changed: ["/title"] },
  });
  expect((await personOf(employeeId))?.svc).toMatchObject({
    enabled: false,
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
