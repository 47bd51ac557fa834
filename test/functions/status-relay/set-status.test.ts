import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { relayOf } from "./relay.ts";

/** What takes more than a second on the platform goes on when it opens. */
let gate = Promise.withResolvers<void>();
const environment = useInProcess({
  graceDays: 7,
  platform: { sleepMs: (ms) => (ms > 1_000 ? gate.promise : sleep(ms)) },
});
const { hire, set, shown, published, typeByHand, writes, storedItems } =
  relayOf(environment);

const put = { method: "PUT", path: "/people/{personID}" } as const;

test("a status is set, replaced and cleared, each with one write", async () => {
  await hire("E-1");
  const before = writes();
  expect(await set("E-1", "In a meeting")).toMatchObject({
    status: "succeeded",
    caller: "ops",
    result: { personID: (await environment().personOf("E-1"))?.id },
  });
  expect(await shown("E-1")).toBe("In a meeting");
  await set("E-1", "At lunch");
  expect(await shown("E-1")).toBe("At lunch");
  await set("E-1", "");
  expect(await shown("E-1")).toBe("");
  expect(writes() - before).toBe(3);
  // Where there is none any more, there is nothing to publish.
  expect(await published("E-1")).toEqual(["In a meeting", "At lunch"]);
});

test("a status that is there already is not written", async () => {
  await hire("E-2");
  await set("E-2", "");
  expect(await published("E-2")).toEqual([]);
  await set("E-2", "Busy");
  await typeByHand("E-2", "By hand");
  const before = writes();
  expect(await set("E-2", "By hand")).toMatchObject({ status: "succeeded" });
  expect(writes()).toBe(before);
});

test("the rest of the person stays as it is", async () => {
  await hire("E-3");
  const before = await environment().personOf("E-3");
  await set("E-3", "Busy");
  expect(await environment().personOf("E-3")).toEqual({
    ...before,
    status: "Busy",
    updatedAtMs: expect.any(Number),
  });
});

test("nothing that was said is kept once it is shown", async () => {
  await hire("E-4");
  await set("E-4", "canary-text");
  expect(await storedItems()).not.toContain("canary-text");
  expect(JSON.stringify(environment().lines)).not.toContain("canary-text");
});

describe("of two statuses", () => {
  test("the later event wins, in whichever order they come", async () => {
    await hire("E-5");
    const nowMs = environment().nowMs();
    await set("E-5", "later", { atMs: nowMs });
    expect(await set("E-5", "earlier", { atMs: nowMs - 1_000 })).toMatchObject({
      status: "cancelled",
      reason: "newer-status",
    });
    expect(await published("E-5")).toEqual(["later"]);
  });

  test("with the same time the later arrival wins", async () => {
    await hire("E-6");
    const atMs = environment().nowMs();
    await set("E-6", "first", { atMs });
    await set("E-6", "second", { atMs });
    expect(await shown("E-6")).toBe("second");
  });

  test("the later one wins also when both run at once", async () => {
    await hire("E-7");
    const nowMs = environment().nowMs();
    const say = (text: string, atMs: number) =>
      environment().send("status.set", { employeeId: "E-7", text }, { atMs });
    for (let round = 1; round <= 10; round++) {
      const atMs = nowMs + 10 * round;
      await Promise.all([say("older", atMs), say(`newer ${round}`, atMs + 1)]);
      await environment().settle();
      expect(await shown("E-7")).toBe(`newer ${round}`);
    }
  });

  test("one that never got there does not stand in the way of an earlier one", async () => {
    await hire("E-8");
    const nowMs = environment().nowMs();
    environment().platform.faults.add({ ...put, kind: "status", status: 403 });
    expect(await set("E-8", "refused", { atMs: nowMs })).toMatchObject({
      status: "failed",
      reason: "platform-refused-403",
    });
    environment().platform.faults.clear();
    await set("E-8", "earlier", { atMs: nowMs - 1_000 });
    expect(await shown("E-8")).toBe("earlier");
  });
});

describe("nothing is written, and it says why, for somebody who", () => {
  const refused = { status: "failed", reason: "not-active" };

  test("is unknown", async () => {
    const before = writes();
    expect(await set("E-unknown", "Busy")).toMatchObject(refused);
    expect(
      await environment().store.employees.get("E-unknown"),
    ).toBeUndefined();
    expect(writes()).toBe(before);
  });

  test("is still being onboarded", async () => {
    await environment().store.employees.open("E-new", {
      operationId: "op_other",
      hiredAtMs: 1,
      passwordSalt: "salt",
      username: "e-new",
    });
    const before = await environment().store.employees.get("E-new");
    expect(await set("E-new", "Busy")).toMatchObject(refused);
    expect(await environment().store.employees.get("E-new")).toEqual(before);
  });

  test("is leaving, and stays disabled", async () => {
    await hire("E-9");
    await environment().sendAndWait("employee.terminated", {
      employeeId: "E-9",
    });
    const before = await environment().personOf("E-9");
    expect(await set("E-9", "Still here")).toMatchObject(refused);
    expect(await environment().personOf("E-9")).toEqual(before);
    expect(before).toMatchObject({ svc: { enabled: false } });
  });

  test("has left", async () => {
    await hire("E-10");
    await environment().sendAndWait("employee.terminated", {
      employeeId: "E-10",
      graceDays: 0,
    });
    const before = await environment().store.employees.get("E-10");
    expect(before).toMatchObject({ state: "left" });
    expect(await set("E-10", "Still here")).toMatchObject(refused);
    expect(await environment().store.employees.get("E-10")).toEqual(before);
  });
});

describe("under injected faults", () => {
  test("a write whose answer is lost is not made twice", async () => {
    await hire("E-11");
    environment().platform.faults.add({
      ...put,
      kind: "reset-after",
      times: 1,
    });
    expect(await set("E-11", "Once")).toMatchObject({ status: "succeeded" });
    expect(await published("E-11")).toEqual(["Once"]);
  });

  test("a write that was not made is made again", async () => {
    await hire("E-12");
    environment().platform.faults.add({
      ...put,
      kind: "status",
      status: 503,
      times: 3,
    });
    expect(await set("E-12", "At last")).toMatchObject({ status: "succeeded" });
    expect(await published("E-12")).toEqual(["At last"]);
  });

  test("what failed can be retried, for what was said is still there", async () => {
    await hire("E-13");
    environment().platform.faults.add({ ...put, kind: "status", status: 403 });
    const { id, status } = await set("E-13", "Second try");
    expect(status).toBe("failed");
    environment().platform.faults.clear();
    expect((await environment().operate("POST", `/${id}/retry`)).status).toBe(
      202,
    );
    await environment().idle();
    expect(await environment().find(id)).toMatchObject({ status: "succeeded" });
    expect(await shown("E-13")).toBe("Second try");
    expect(await storedItems()).not.toContain("Second try");
  });

  test("a person whom the platform does not show needs attention", async () => {
    await hire("E-14");
    environment().platform.faults.add({
      method: "GET",
      path: "/people/{personID}",
      kind: "status",
      status: 404,
    });
    expect(await set("E-14", "Where am I")).toMatchObject({
      status: "needs_attention",
      reason: "person-missing",
    });
  });
});

test("a status under way while its person is disabled does not enable them again", async () => {
  await hire("E-15");
  const { platform, send, settle, lines, personOf, operation } = environment();
  const puts = () =>
    platform.journal.filter(({ method }) => method === "PUT").length;
  const busy = () =>
    lines.filter(({ fields }) => fields["reason"] === "employee-busy").length;
  const [before, busyBefore] = [puts(), busy()];
  gate = Promise.withResolvers();
  platform.faults.add({ ...put, kind: "latency", ms: 60_000, times: 1 });
  const status = { employeeId: "E-15", text: "Still here" };
  const answer = await send("status.set", status);
  // It has read the person, enabled, and is about to write them so.
  while (puts() === before) await sleep(1);
  await send("employee.terminated", { employeeId: "E-15" });
  while (busy() === busyBefore && puts() === before + 1) await sleep(1);
  gate.resolve();
  await settle();
  expect(await personOf("E-15")).toMatchObject({
    status: "Still here",
    svc: { enabled: false, visible: false },
  });
  expect(await operation(answer)).toMatchObject({ status: "succeeded" });
});

test("a status that races with the disabling of its person never enables them again", async () => {
  const ends = new Set<string>();
  environment().platform.faults.add({ ...put, kind: "latency", ms: 3 });
  for (let round = 0; round < 16; round++) {
    const employeeId = `R-${round}`;
    await hire(employeeId);
    const [answer] = await Promise.all([
      after(8 * round, () =>
        environment().send("status.set", { employeeId, text: "Still here" }),
      ),
      environment().send("employee.terminated", { employeeId }),
    ]);
    await environment().settle();
    expect(await environment().personOf(employeeId)).toMatchObject({
      svc: { enabled: false, visible: false },
    });
    ends.add((await environment().operation(answer)).status);
  }
  // Else the rounds did not race.
  expect([...ends].sort()).toEqual(["failed", "succeeded"]);
});

async function after<T>(ms: number, act: () => Promise<T>): Promise<T> {
  await sleep(ms);
  return act();
}
