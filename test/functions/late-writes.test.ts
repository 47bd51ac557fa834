import { expect, test } from "vitest";
import { useInProcess } from "../environments/in-process.ts";
import { minuteMs } from "../../shared/durations.ts";
import { passingTime } from "../resilience/outages/passing-time.ts";
import { rows } from "../fixtures/rows.ts";

const environment = useInProcess({ graceDays: 7 });
const { pass } = passingTime(environment);

const path = "/people/{personID}";

/** The next write of a person gets no answer, and takes effect after this number of later requests. */
function writeLate(afterRequests: number): void {
  const rule = { kind: "late-effect", method: "PUT", path, times: 1 } as const;
  environment().platform.faults.add({ ...rule, afterRequests });
}

test("a late write of an earlier change does not undo a later one", async () => {
  const { hire, say, sendAndWait, personOf, nowMs, store, advanceTime } =
    environment();
  const employeeId = "L-1";
  await hire(employeeId);
  const atMs = nowMs();
  // The client repeats the write at once, so the change ends while its first write is still on its way: through the
  // repetition, the read and the write of the later change, and its second read.
  writeLate(4);
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
  advanceTime(5 * minuteMs);
  await say("changed", employeeId, { location: "Bern" });
  const employee = (await store.employees.get(employeeId))!;
  expect(employee.username).toBe("l-1.second");
  expect(employee.otherUsernames).toEqual([]);
});

test("a termination does not wait for a change that waits for a late write", async () => {
  const { hire, say, personOf, store } = environment();
  const employeeId = "L-4";
  await hire(employeeId);
  writeLate(4);
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

/** Terminates. Resolves to the operation, the methods of all calls for the person, and the access of the person. */
async function terminate(employeeId: string) {
  const { say, noteCalls, personOf, store } = environment();
  const calls = noteCalls();
  const { id } = await say("terminated", employeeId);
  await pass(5 * minuteMs);
  const left = await store.operations.get(id);
  const methods = calls()
    .filter((call) => call.endsWith(path))
    .map((call) => call.split(" ")[0]);
  const { enabled, visible } = (await personOf(employeeId))?.svc ?? {};
  return { left, methods, enabled, visible };
}

// The termination checks its write, and then whether the person is as wanted.
const later = ["GET", "GET"];

test.each(rows<[when: string, afterRequests: number, methods: string[]]>`
  before its own write | ${4} | ${["GET", "PUT", "GET", ...later]}
  after its own write | ${5} | ${["GET", "PUT", "GET", "PUT", ...later]}
  after it has looked at the person again | ${6} | ${["GET", "PUT", "GET", ...later, "PUT"]}
`)(
  "a termination keeps the person disabled when a late write of a status arrives %s",
  async (_when, afterRequests, expected) => {
    const employeeId = `L-${afterRequests}`;
    const { hire, sendAndWait } = environment();
    await hire(employeeId);
    // The second attempt reads, writes and reads the person, so three of the requests are its own.
    writeLate(afterRequests);
    const status = { employeeId, text: "Here" };
    expect((await sendAndWait("status.set", status)).status).toBe("succeeded");
    const { left, methods, enabled, visible } = await terminate(employeeId);
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect({ enabled, visible }).toEqual({ enabled: false, visible: false });
    expect(methods).toEqual(expected);
  },
);
