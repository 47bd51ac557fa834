import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";

const environment = useInProcess({ graceDays: 7 });
const { pass } = passingTime(environment);

/** The next write of a person gets no answer, and takes effect after four more requests. */
const writeLate = () =>
  environment().platform.faults.add({
    kind: "late-effect",
    method: "PUT",
    path: "/people/{personID}",
    times: 1,
    afterRequests: 4,
  });

test("a late write of an earlier change does not undo a later one", async () => {
  const { hire, say, sendAndWait, personOf, nowMs, store, advanceTime } =
    environment();
  const employeeId = "L-1";
  await hire(employeeId);
  const atMs = nowMs();
  // The client repeats the write at once, so the change ends while its first write is still on its way: through the
  // repetition, the read and the write of the later change, and its second read.
  writeLate();
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
  await say("changed", employeeId, { location: "Bern" });
  const employee = (await store.employees.get(employeeId))!;
  expect(employee.username).toBe("l-1.second");
  expect(employee.otherUsernames).toEqual([]);
});

test("a termination does not wait for a change that waits for a late write", async () => {
  const { hire, say, personOf, store } = environment();
  const employeeId = "L-4";
  await hire(employeeId);
  writeLate();
  await say("changed", employeeId, { title: "Engineer" });
  const changed = await say("changed", employeeId, { title: "Boss" });
  expect(changed.status).toBe("waiting");
  const { id } = await say("terminated", employeeId);
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
