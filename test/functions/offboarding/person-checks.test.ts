import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { afterEach, describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";

const environment = useInProcess({
  protectedUsernames: ["The.Boss", "The.Chair"],
});

/** Expects that the test deletes no person. */
const deletedBefore = { count: 0 };
const expectNobodyDeleted = () =>
  expect(environment().deletions()).toBe(deletedBefore.count);
afterEach(() => {
  deletedBefore.count = environment().deletions();
});

describe("protected persons", () => {
  test("the service account is never deleted, also if a record links it to an employee", async () => {
    const { hire, say, store, documents, platform } = environment();
    const table = createTable(documents, tables.store.name);
    await hire("W-1");
    const keyring = localSecrets.community.passwordMaster;
    await table.update("employee#W-1", {
      set: {
        personID: platform.findPerson("service")?.id ?? "",
        username: "service",
        emailHash: hashEmail(keyring, "service@community.example"),
      },
      where: {},
    });
    const left = await say("terminated", "W-1");
    expect(left).toMatchObject({
      status: "needs_attention",
      reason: "person-protected",
    });
    expect(platform.findPerson("service")?.svc.enabled).toBe(true);
    expect((await store.employees.get("W-1"))?.state).toBe("active");
    expectNobodyDeleted();
  });

  test("a protected username is never deleted nor disabled, in any spelling", async () => {
    const { hire, say, platform } = environment();
    await hire("W-2", { username: "the.boss" });
    for (const [kind, data] of [
      ["suspended", {}],
      ["terminated", { graceDays: 0 }],
      ["terminated", { graceDays: 7 }],
    ] as const)
      expect(await say(kind, "W-2", data)).toMatchObject({
        status: "needs_attention",
        reason: "person-protected",
      });
    expect(platform.findPerson("the.boss")?.svc.enabled).toBe(true);
    expectNobodyDeleted();
  });

  test("a person whom an administrator renamed to a protected name is not enabled", async () => {
    const { hire, say, personOf } = environment();
    await hire("W-4");
    await say("suspended", "W-4");
    const { id } = (await personOf("W-4")) ?? {};
    await change(id, { username: "the.chair" });
    // The name is not one that our store knows, which is checked first.
    expect(await say("resumed", "W-4")).toMatchObject({
      status: "needs_attention",
      reason: "person-differs",
    });
    expect((await personOf("W-4"))?.svc.enabled).toBe(false);
  });
});

describe("a person who does not match our record", () => {
  test.each([
    ["another username", { username: "somebody.else" }],
    ["another e-mail", { email: "somebody.else@example.com" }],
  ])(
    "a person who does not match our record (%s) is left alone",
    async (what, changes) => {
      const { hire, say, personOf } = environment();
      const employeeId = `W-${what.replace(" ", "-")}`;
      const hired = await hire(employeeId);
      await change(hired.result?.personID, changes);
      for (const graceDays of [0, 7])
        expect(
          await say("terminated", employeeId, { graceDays }),
        ).toMatchObject({
          status: "needs_attention",
          reason: "person-differs",
        });
      expect((await personOf(employeeId))?.svc.enabled).toBe(true);
      expectNobodyDeleted();
    },
  );

  test("a person who matches again is deleted by a retry", async () => {
    const { hire, say, find, platform, act } = environment();
    const hired = await hire("W-3");
    await change(hired.result?.personID, { username: "married.name" });
    const left = await say("terminated", "W-3");
    await change(hired.result?.personID, { username: "W-3" });
    await act("retry", left.id);
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("w-3")).toBeUndefined();
  });
});

describe("a person whom the platform does not show", () => {
  const cases: [string, FaultRule, string][] = [
    ["404", { kind: "status", status: 404 }, "needs_attention"],
    ["403", { kind: "status", status: 403 }, "needs_attention"],
    ["500", { kind: "status", status: 500 }, "waiting"],
    ["a reset", { kind: "reset-before" }, "waiting"],
    ["half an answer", { kind: "truncated-body" }, "waiting"],
    ["no JSON", { kind: "malformed-json" }, "waiting"],
  ];
  // A 404, a fault that passes and an answer without meaning stand for all.
  const few = cases.filter(([what]) =>
    ["404", "500", "no JSON"].includes(what),
  );
  test.each(effort(few, cases))(
    "a person is not taken for deleted when the platform answers: %s",
    async (what, rule, status) => {
      const { hire, say, operate, runUntilIdle, find, platform, store } =
        environment();
      const employeeId = `W-${what.replaceAll(" ", "-")}`;
      const username = employeeId.toLowerCase();
      await hire(employeeId);
      platform.faults.add({
        ...rule,
        method: "GET",
        path: "/people/{personID}",
      });
      const left = await say("terminated", employeeId);
      expect(left.status).toBe(status);
      expect(platform.findPerson(username)?.svc.enabled).toBe(true);
      const known = await store.employees.get(employeeId);
      expect(known).toMatchObject({ state: "active", username });
      expectNobodyDeleted();

      platform.faults.clear();
      await operate("POST", `/${left.id}/retry`);
      await runUntilIdle();
      expect((await find(left.id)).status).toBe("succeeded");
      expect(platform.findPerson(username)).toBeUndefined();
    },
  );
});

/** Renames a person by hand. */
async function change(
  personID = "",
  { username, email }: { username?: string; email?: string },
): Promise<void> {
  await environment().platformAuth.service.people.update(
    personID,
    (person) => ({
      ...person,
      ...(username !== undefined && { svc: { ...person.svc, username } }),
      ...(email !== undefined && {
        emails: [{ value: email, svc_label: "Email", primary: true }],
      }),
    }),
  );
}
