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
  await employees.endOnboarding(employeeId, "op_hire");
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

test("setEnabled disables sign-in and visibility, enables both again and changes nothing else", async () => {
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

test("setEnabled does not write a person that has both values already", async () => {
  await set(false);
  const written = writes();
  await set(false);
  expect(writes()).toBe(written);
});

test.each([
  ["is enabled and not visible", { enabled: true, visible: false }],
  ["is visible and not enabled", { enabled: false, visible: true }],
])("setEnabled sets both values for a person that %s", async (_, half) => {
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

test("setEnabled writes the given attributes to the employee record", async () => {
  await set(false, { set: { state: "leaving" } });
  expect(await store().employees.get(employeeId)).toMatchObject({
    state: "leaving",
  });
});

describe("failing setEnabled", () => {
  test("throws employee-changed and writes nothing when the conditions fail", async () => {
    await expect(
      set(false, { where: { state: "left" } }),
    ).rejects.toMatchObject({ message: "employee-changed" });
    expect(writes()).toBe(0);
  });

  test("throws the platform's ApiError when the platform refuses the write", async () => {
    platform.faults.add({ kind: "status", status: 403, method: "PUT" });
    await expect(set(false)).rejects.toMatchObject({
      name: "ApiError",
      status: 403,
    });
  });

  test("throws person-missing when the person does not exist and releases the lease", async () => {
    await expect(set(false, { personID: "999999" })).rejects.toMatchObject({
      name: "StepFailure",
      message: "person-missing",
    });
    await set(false, { operationId: "op_2" });
    expect((await read()).svc).toMatchObject({ enabled: false });
  });
});
