import { putEmployee } from "../../fixtures/put-employee.ts";
import { describe, expect, test } from "vitest";
import { rows } from "../../fixtures/rows.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { statusHelpersOf } from "./status-helpers.ts";

const environment = useInProcess({ graceDays: 7 });
const { hire, set, shown, published, typeByHand, writes, storedItems } =
  statusHelpersOf(environment);

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
  // Clearing an empty status publishes nothing.
  expect(await published("E-1")).toEqual(["In a meeting", "At lunch"]);
});

test("a status that the profile already shows is not written", async () => {
  await hire("E-2");
  await set("E-2", "");
  expect(await published("E-2")).toEqual([]);
  await set("E-2", "Busy");
  await typeByHand("E-2", "By hand");
  const before = writes();
  expect(await set("E-2", "By hand")).toMatchObject({ status: "succeeded" });
  expect(writes()).toBe(before);
});

test("setting a status does not change the rest of the person", async () => {
  await hire("E-3");
  const before = await environment().personOf("E-3");
  await set("E-3", "Busy");
  expect(await environment().personOf("E-3")).toEqual({
    ...before,
    status: "Busy",
    updatedAtMs: expect.any(Number),
  });
});

test("the text of a status is erased after it is shown", async () => {
  await hire("E-4");
  await set("E-4", "canary-text");
  expect(await storedItems()).not.toContain("canary-text");
  expect(JSON.stringify(environment().lines)).not.toContain("canary-text");
});

describe("two statuses of one employee", () => {
  test("the later event wins, in any order of arrival", async () => {
    await hire("E-5");
    const nowMs = environment().nowMs();
    await set("E-5", "later", { atMs: nowMs });
    expect(await set("E-5", "earlier", { atMs: nowMs - 1_000 })).toMatchObject({
      status: "cancelled",
      reason: "newer-status",
    });
    expect(await published("E-5")).toEqual(["later"]);
  });

  test("with the same time, the later arrival wins", async () => {
    await hire("E-6");
    const atMs = environment().nowMs();
    await set("E-6", "first", { atMs });
    await set("E-6", "second", { atMs });
    expect(await shown("E-6")).toBe("second");
  });

  test("a status that was never written does not prevent an earlier one", async () => {
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

test.each(rows<[string, string, (id: string) => Promise<unknown>]>`
  is unknown | not-active | ${async () => undefined}
  is still being onboarded | not-active | ${(id) => putEmployee(environment().store, id, { state: "onboarding" })}
  is leaving | not-active | ${(id) => hire(id).then(() => environment().say("terminated", id))}
  has left | not-active | ${(id) => hire(id).then(() => environment().say("terminated", id, { graceDays: 0 }))}
  is suspended | employee-suspended | ${(id) => hire(id).then(() => environment().say("suspended", id))}
`)(
  "a status is not written for an employee who %s, with the reason %s",
  async (state, reason, prepare) => {
    const employeeId = `E-${state.replaceAll(" ", "-")}`;
    const { store, personOf } = environment();
    await prepare(employeeId);
    const known = async () => [
      await store.employees.get(employeeId),
      await personOf(employeeId),
      writes(),
    ];
    const before = await known();
    expect(await set(employeeId, "Busy")).toMatchObject({
      status: "cancelled",
      reason,
    });
    expect(await known()).toEqual(before);
  },
);

test("an employee gets a status again after the resumption", async () => {
  const { say } = environment();
  await hire("E-11");
  await say("suspended", "E-11");
  await say("resumed", "E-11");
  expect(await set("E-11", "Here")).toMatchObject({ status: "succeeded" });
  expect(await shown("E-11")).toBe("Here");
});

test("a status needs attention if the platform does not show the person", async () => {
  await hire("E-14");
  const get = { ...put, method: "GET" } as const;
  environment().platform.faults.add({ ...get, kind: "status", status: 404 });
  expect(await set("E-14", "Where am I")).toMatchObject({
    status: "needs_attention",
    reason: "person-missing",
  });
});

test.each([
  ["before the write of the newer one", 4, ["First", "First", "Newer"]],
  ["after its write", 5, ["First", "Newer", "First", "Newer"]],
])(
  "a newer status stays when a late write of an earlier one arrives %s",
  async (_when, afterRequests, expected) => {
    const employeeId = `L-${afterRequests}`;
    await hire(employeeId);
    environment().platform.faults.add({
      ...put,
      kind: "late-effect",
      times: 1,
      // Three of them are the second attempt of the earlier status: it reads, writes and reads.
      afterRequests,
    });
    for (const text of ["First", "Newer"])
      expect((await set(employeeId, text)).status).toBe("succeeded");
    expect(await shown(employeeId)).toBe("Newer");
    expect(await published(employeeId)).toEqual(expected);
  },
);

test("a profile without a status is not written when it is cleared after a write without an answer", async () => {
  await hire("L-1");
  const { faults } = environment().platform;
  faults.add({ ...put, kind: "reset-before", times: 1 });
  faults.add({ ...put, kind: "status", status: 403 });
  expect((await set("L-1", "Busy")).status).toBe("failed");
  faults.clear();
  const before = writes();
  expect((await set("L-1", "")).status).toBe("succeeded");
  expect(writes()).toBe(before);
});
