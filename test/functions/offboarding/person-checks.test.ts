import { afterEach, describe, expect, test } from "vitest";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const environment = useInProcess({ protectedUsernames: ["The.Boss"] });

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
    expect(left).toMatchObject(needsAttention("person-protected"));
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
      expect(await say(kind, "W-2", data)).toMatchObject(
        needsAttention("person-protected"),
      );
    expect(platform.findPerson("the.boss")?.svc.enabled).toBe(true);
    expectNobodyDeleted();
  });
});

test("a person who differs from our record is left alone, and a retry deletes them when they fit again", async () => {
  const { hire, say, find, personOf, platform, act } = environment();
  const hired = await hire("W-3");
  await rename(hired.result?.personID, "married.name");
  for (const graceDays of [7, 0]) {
    const left = await say("terminated", "W-3", { graceDays });
    expect(left).toMatchObject(needsAttention("person-differs"));
    expect((await personOf("W-3"))?.svc.enabled).toBe(true);
    expectNobodyDeleted();
    if (graceDays > 0) continue;
    await rename(hired.result?.personID, "W-3");
    await act("retry", left.id);
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("w-3")).toBeUndefined();
  }
});

test("a person whom the platform does not show is not taken for deleted", async () => {
  const { hire, say, find, act, platform, stateOf } = environment();
  await hire("W-5");
  const path = "/people/{personID}";
  platform.faults.add({ kind: "status", status: 404, method: "GET", path });
  const left = await say("terminated", "W-5");
  expect(left.status).toBe("needs_attention");
  platform.faults.clear();
  expect(await stateOf("W-5")).toBe("active, enabled");
  expectNobodyDeleted();
  await act("retry", left.id);
  expect((await find(left.id)).status).toBe("succeeded");
  expect(platform.findPerson("w-5")).toBeUndefined();
});

/** Renames a person by hand. */
async function rename(personID = "", username: string): Promise<void> {
  await environment().platformAuth.service.people.update(
    personID,
    (person) => ({ ...person, svc: { ...person.svc, username } }),
  );
}
