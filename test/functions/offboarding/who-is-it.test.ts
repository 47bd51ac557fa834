import { afterEach, describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import type { FaultRule } from "../../../infra/local/platform/faults/fault-rule.ts";
import { hashEmail } from "../../../shared/store/email-hash.ts";
import { hireOf, useCompany } from "../../fixtures/company.ts";

const company = useCompany({ protectedUsernames: ["The.Boss"] });

/** Nobody is deleted by what a test does. */
const deletedBefore = { count: 0 };
const expectNobodyDeleted = () =>
  expect(company().deletions()).toBe(deletedBefore.count);
afterEach(() => {
  deletedBefore.count = company().deletions();
});

describe("somebody who must stay", () => {
  test("is never deleted: the service account, whoever says that it is an employee", async () => {
    const { tell, store, platform } = company();
    const hired = await tell("employee.hired", hireOf("W-1"));
    const keyring = localSecrets.community.passwordMaster;
    await store.employees.recordPerson("W-1", hired.id, {
      personID: platform.findPerson("service")?.id ?? "",
      username: "service",
      refs: undefined,
      emailHash: hashEmail(keyring, "service@community.example"),
    });
    const left = await tell("employee.terminated", { employeeId: "W-1" });
    expect(left).toMatchObject({
      status: "needs_attention",
      reason: "person-protected",
    });
    expect(platform.findPerson("service")?.svc.enabled).toBe(true);
    expect((await store.employees.get("W-1"))?.state).toBe("active");
    expectNobodyDeleted();
  });

  test("is never deleted nor disabled: those of the list, however it is spelled", async () => {
    const { tell, platform } = company();
    await tell("employee.hired", hireOf("W-2", { username: "the.boss" }));
    for (const graceDays of [0, 7])
      expect(
        await tell("employee.terminated", { employeeId: "W-2", graceDays }),
      ).toMatchObject({
        status: "needs_attention",
        reason: "person-protected",
      });
    expect(platform.findPerson("the.boss")?.svc.enabled).toBe(true);
    expectNobodyDeleted();
  });
});

describe("a person who is not who we think", () => {
  test.each([
    ["another username", { username: "somebody.else" }],
    ["another e-mail", { email: "somebody.else@example.com" }],
  ])("(%s) is left alone", async (what, changes) => {
    const { tell, personOf } = company();
    const employeeId = `W-${what.replace(" ", "-")}`;
    const hired = await tell("employee.hired", hireOf(employeeId));
    await change(hired.result?.personID, changes);
    for (const graceDays of [0, 7])
      expect(
        await tell("employee.terminated", { employeeId, graceDays }),
      ).toMatchObject({ status: "needs_attention", reason: "person-differs" });
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
    expectNobodyDeleted();
  });

  test("and turns out to be after all, is deleted by a retry", async () => {
    const { tell, operate, idle, find, platform } = company();
    const hired = await tell("employee.hired", hireOf("W-3"));
    await change(hired.result?.personID, { username: "married.name" });
    const left = await tell("employee.terminated", { employeeId: "W-3" });
    await change(hired.result?.personID, { username: "W-3" });
    await operate("POST", `/${left.id}/retry`);
    await idle();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("w-3")).toBeUndefined();
  });
});

describe("a person who cannot be seen is not taken for gone", () => {
  const cases: [string, FaultRule, string][] = [
    ["404", { kind: "status", status: 404 }, "needs_attention"],
    ["403", { kind: "status", status: 403 }, "failed"],
    ["500", { kind: "status", status: 500 }, "failed"],
    ["a reset", { kind: "reset-before" }, "failed"],
    ["half an answer", { kind: "truncated-body" }, "failed"],
    ["no JSON", { kind: "malformed-json" }, "needs_attention"],
  ];
  test.each(cases)("%s", async (what, rule, status) => {
    const { tell, operate, rest, find, platform, store } = company();
    const employeeId = `W-${what.replaceAll(" ", "-")}`;
    const username = employeeId.toLowerCase();
    await tell("employee.hired", hireOf(employeeId));
    platform.faults.add({
      ...rule,
      method: "GET",
      path: "/people/{personID}",
    });
    const left = await tell("employee.terminated", { employeeId });
    expect(left.status).toBe(status);
    expect(platform.findPerson(username)?.svc.enabled).toBe(true);
    const known = await store.employees.get(employeeId);
    expect(known).toMatchObject({ state: "active", username });
    expectNobodyDeleted();

    platform.faults.clear();
    await operate("POST", `/${left.id}/retry`);
    await rest();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson(username)).toBeUndefined();
  });
});

/** Somebody renames a person by hand. */
async function change(
  personID = "",
  { username, email }: { username?: string; email?: string },
): Promise<void> {
  await company().platformAuth.service.people.update(personID, (person) => ({
    ...person,
    ...(username !== undefined && { svc: { ...person.svc, username } }),
    ...(email !== undefined && {
      emails: [{ value: email, svc_label: "Email", primary: true }],
    }),
  }));
}
