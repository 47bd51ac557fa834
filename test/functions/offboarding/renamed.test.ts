import { expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { attributesOfNames } from "../../../shared/store/employee.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { rows } from "../../fixtures/rows.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

let count = 0;
const { passwordMaster } = localSecrets.community;

/** Hires an employee, and notes that a rename to the new names began. */
async function hireAndNote(employeeId: string): Promise<string> {
  const { hire, store } = environment();
  const hired = await hire(employeeId);
  const { username = "", emailHash = "" } =
    (await store.employees.get(employeeId))!;
  const newHash = hashEmail(passwordMaster, `${employeeId}-new@example.com`);
  const names = {
    usernames: [username, `${username}.new`],
    emailHashes: [emailHash, newHash],
  };
  await store.leases.withLease(
    employeeId,
    "op_rename",
    { where: {} },
    (lease) => lease.note(attributesOfNames(names)),
  );
  return hired.result?.personID ?? "";
}

/** Gives the person other names on the platform, without an event. */
async function rename(
  personID: string,
  username: string | undefined,
  email: string | undefined,
): Promise<void> {
  await environment().platformAuth.service.people.update(
    personID,
    (person) => ({
      ...person,
      svc: { ...person.svc, username: username ?? person.svc?.username },
      emails: email ? [{ value: email, svc_label: "Email" }] : person.emails,
    }),
  );
}

const any = expect.any(String) as string;
const succeeded = { status: "succeeded" };
const differs = { status: "needs_attention", reason: "person-differs" };

test.each(rows<[string, object, string | undefined, string | undefined]>`
  deletes a person with the old names | ${succeeded} | ${undefined} | ${undefined}
  deletes a person with the new username only | ${succeeded} | N-2.new | ${undefined}
  deletes a person with the new e-mail only | ${succeeded} | ${undefined} | n-3-new@example.com
  deletes a person with both new names | ${succeeded} | n-4.new | N-4-new@example.com
  leaves a person with another username alone | ${differs} | stranger | ${undefined}
  leaves a person with another e-mail alone | ${differs} | ${undefined} | stranger@example.com
`)(
  "a termination after a rename that broke off %s",
  async (_what, outcome, username, email) => {
    const { say, platform, store } = environment();
    const employeeId = `N-${++count}`;
    const personID = await hireAndNote(employeeId);
    await rename(personID, username, email);
    expect(await say("terminated", employeeId)).toMatchObject(outcome);
    const isDeleted = outcome === succeeded;
    const ids = platform.people().map(({ id }) => id);
    expect(ids.includes(personID)).toBe(!isDeleted);
    const { otherUsernames, otherEmailHashes } =
      (await store.employees.get(employeeId)) ?? {};
    expect({ otherUsernames, otherEmailHashes }).toEqual(
      isDeleted ? {} : { otherUsernames: [any], otherEmailHashes: [any] },
    );
  },
);

test("an adoption that names the person again forgets the names of a rename that broke off", async () => {
  const { say, store } = environment();
  const personID = await hireAndNote("N-7");
  await rename(personID, "n-7.new", "n-7-new@example.com");
  await say("adopted", "N-7", {
    username: "n-7.new",
    email: "n-7-new@example.com",
    personID,
  });
  const employee = (await store.employees.get("N-7"))!;
  expect(employee.username).toBe("n-7.new");
  expect(employee).toMatchObject({ otherUsernames: [], otherEmailHashes: [] });
});
