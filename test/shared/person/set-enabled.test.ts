import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/local/platform/start-platform.ts";
import { setEnabled } from "../../../shared/person/set-enabled.ts";
import type { Person } from "../../../shared/community/person.ts";
import { clientFor, joinAs } from "../../fixtures/community-client.ts";
import { startMs, useStore } from "../store/store-for-test.ts";

const store = useStore();
const employeeId = "E-1";
let platform: Platform;
let person: Person;

beforeEach(async () => {
  platform = await startPlatform({
    serviceAccount: { username: "service", password: "service-password" },
  });
  ({ person } = await joinAs(platform, "zoe", { tags: ["sre"] }));
  const { employees, table } = store();
  await table.delete(`employee#${employeeId}`);
  await employees.open(employeeId, {
    operationId: "op_hire",
    hiredAtMs: startMs,
    passwordSalt: "1.salt",
    username: "zoe",
  });
  await employees.activate(employeeId, "op_hire");
});
afterEach(() => platform.close());

const set = (isEnabled: boolean, changes: Record<string, unknown> = {}) =>
  setEnabled(
    clientFor(platform),
    store().leases,
    {
      employeeId,
      personID: person.id,
      operationId: "op_1",
      where: { state: "active" },
      ...changes,
    },
    isEnabled,
  );
const read = () => clientFor(platform).people.get(person.id);
const writes = () =>
  platform.journal.filter(({ method }) => method === "PUT").length;

test("a person can neither sign in nor be seen, and then both again, and else is as before", async () => {
  const before = await read();
  await set(false);
  const disabled = await read();
  expect(disabled.svc).toMatchObject({ enabled: false, visible: false });
  expect(disabled.tags).toEqual(before.tags);
  await set(true);
  const enabled = await read();
  expect(enabled.svc).toMatchObject({ enabled: true, visible: true });
  expect(enabled.name).toEqual(before.name);
});

test("one who is so already is not written", async () => {
  await set(false);
  const written = writes();
  await set(false);
  expect(writes()).toBe(written);
});

test.each([
  ["may sign in and is not seen", { enabled: true, visible: false }],
  ["is seen and may not sign in", { enabled: false, visible: true }],
])("one who %s becomes wholly the one or the other", async (_, half) => {
  for (const isEnabled of [true, false]) {
    await clientFor(platform).people.update(person.id, (now) => ({
      ...now,
      svc: { ...now.svc, ...half },
    }));
    await set(isEnabled);
    expect((await read()).svc).toMatchObject({
      enabled: isEnabled,
      visible: isEnabled,
    });
  }
});

test("what is to be noted of them is noted", async () => {
  await set(false, { set: { state: "leaving" } });
  expect(await store().employees.get(employeeId)).toMatchObject({
    state: "leaving",
  });
});

describe("is refused", () => {
  test("when they are not as was said, and nothing is written", async () => {
    await expect(
      set(false, { where: { state: "left" } }),
    ).rejects.toMatchObject({ message: "employee-changed" });
    expect(writes()).toBe(0);
  });

  test("by a platform that has them and will not: as it says, not as if they were gone", async () => {
    platform.faults.add({ kind: "status", status: 403, method: "PUT" });
    await expect(set(false)).rejects.toMatchObject({
      name: "ApiError",
      status: 403,
    });
  });

  test("when the platform does not have them, and the next may write at once", async () => {
    await expect(set(false, { personID: "999999" })).rejects.toMatchObject({
      name: "StepFailure",
      message: "person-missing",
    });
    await set(false, { operationId: "op_2" });
    expect((await read()).svc).toMatchObject({ enabled: false });
  });
});
