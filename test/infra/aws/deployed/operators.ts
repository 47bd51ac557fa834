import { expect, test } from "vitest";
import { localSecrets } from "../../../../infra/local/credentials.ts";
import { basicAuth } from "../../../../shared/community/authorizer.ts";
import { createClient } from "../../../../shared/community/client.ts";
import { sampleAvatar } from "../../../../infra/sample/hire.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import {
  changeItem,
  deliver,
  deployed,
  event,
  keyOf,
  newest,
  operate,
  operationAt,
  personOf,
} from "./environment.ts";

/** The platform, as somebody uses it by hand. */
function platformByHand() {
  const { username, password } = localSecrets.community;
  return createClient({
    baseUrl: deployed().platform.baseUrl,
    authorizer: basicAuth(username, password),
  });
}

async function hire(employeeId: string): Promise<string> {
  await deliver("/onboarding", hireEvent(employeeId));
  return personOf(`user.${employeeId.toLowerCase()}`)!.id;
}

/** A termination whose deletion the limit holds, because the deletions before have reached it. */
async function heldDeletion(employeeId: string): Promise<string> {
  await hire(employeeId);
  const left = event("employee.terminated", { employeeId, graceDays: 0 });
  const location = await deliver("/offboarding", left);
  expect(await operationAt(location)).toMatchObject({
    status: "needs_attention",
    reason: "deletion-limit",
  });
  return location;
}

test("an operator releases a held deletion, and rejects another one and enables the person again", async () => {
  const released = await heldDeletion("E-30");
  expect(await operate("POST", `${released}/release`)).toBe(202);
  expect(await operationAt(released)).toMatchObject({ status: "succeeded" });
  const rejected = await heldDeletion("E-31");
  expect(await operate("POST", `${rejected}/reject`)).toBe(202);
  expect(await operate("POST", `${rejected}/enable`)).toBe(202);
  expect(personOf("user.e-31")?.svc.enabled).toBe(true);
});

test("an operator resolves an operation, and confirms that a person is gone", async () => {
  const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };
  const unknown = await deliver(
    "/profile",
    event("employee.changed", { employeeId: "E-unknown", avatar }),
  );
  // As after a quarter of an hour without a hire.
  const asked = { status: "needs_attention", reason: "unknown-employee" };
  await changeItem(keyOf(unknown), asked);
  const note = { note: "nobody of this number" };
  expect(await operate("POST", `${unknown}/resolve`, note)).toBe(200);
  const personID = await hire("E-32");
  await platformByHand().people.remove(personID);
  const left = event("employee.terminated", { employeeId: "E-32" });
  const missing = await deliver("/offboarding", left);
  expect(await operationAt(missing)).toMatchObject({
    reason: "person-missing",
  });
  expect(await operate("POST", `${missing}/confirm-gone`)).toBe(202);
  expect(await operationAt(missing)).toMatchObject({ status: "succeeded" });
});

test("an existing person is adopted, suspended, resumed, terminated and kept", async () => {
  const username = "was.here";
  const email = "was.here@example.com";
  await platformByHand().people.create({
    name: { givenName: "Was", familyName: "Here" },
    emails: [{ value: email, svc_label: "Email", primary: true }],
    svc: { username, password: "of-their-own-1", enabled: true, visible: true },
  });
  const employeeId = "E-33";
  const about = (type: string, data: object = {}) =>
    deliver("/events", event(type, { employeeId, ...data }));
  const isEnabled = () => personOf(username)?.svc.enabled;
  const adoption = { username, email, identities: { slack: "T1:E-33" } };
  const adopted = await about("employee.adopted", adoption);
  expect(await operationAt(adopted)).toMatchObject({ status: "succeeded" });
  await about("employee.suspended");
  expect(isEnabled()).toBe(false);
  await about("employee.resumed");
  expect(isEnabled()).toBe(true);
  await about("employee.terminated");
  expect(isEnabled()).toBe(false);
  await about("employee.termination_cancelled");
  expect(isEnabled()).toBe(true);
  const kept = await about("employee.terminated", { disposition: "disable" });
  expect(await operationAt(kept)).toMatchObject({ status: "succeeded" });
  expect(await operate("POST", `${kept}/enable`)).toBe(202);
  expect(isEnabled()).toBe(true);
});

test.each([
  "employee.hired",
  "employee.terminated",
  "employee.changed",
  "status.set",
  "record.changed",
])("an operator retries an operation %s", async (type) => {
  const location = await newest(`type=${type}`);
  await changeItem(keyOf(location), { status: "failed" });
  expect(await operate("POST", `${location}/retry`)).toBe(202);
});
