import { expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { attributesOfNames } from "../../../shared/store/employee.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

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
  await store.leases.hold(employeeId, "op_rename", { where: {} }, (lease) =>
    lease.note(attributesOfNames(names)),
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

test.each([
  ["N-1", "the old names", undefined, undefined],
  ["N-2", "the new username only", "N-2.new", undefined],
  ["N-3", "the new e-mail only", undefined, "n-3-new@example.com"],
  ["N-4", "both new names", "n-4.new", "N-4-new@example.com"],
])(
  "a termination after a rename that broke off (%s) deletes a person with %s",
  async (employeeId, _what, username, email) => {
    const { say, platform, store } = environment();
    const personID = await hireAndNote(employeeId);
    await rename(personID, username, email);
    const left = await say("terminated", employeeId);
    expect(left.status).toBe("succeeded");
    expect(platform.people().map(({ id }) => id)).not.toContain(personID);
    expect(Object.keys((await store.employees.get(employeeId))!)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^other/)]),
    );
  },
);

test.each([
  ["N-5", "another username", "stranger", undefined],
  ["N-6", "another e-mail", undefined, "stranger@example.com"],
])(
  "a termination after a rename that broke off (%s) leaves a person with %s alone",
  async (employeeId, _what, username, email) => {
    const { say, platform } = environment();
    const personID = await hireAndNote(employeeId);
    await rename(personID, username, email);
    const left = await say("terminated", employeeId);
    expect(left).toMatchObject({
      status: "needs_attention",
      reason: "person-differs",
    });
    expect(platform.people().map(({ id }) => id)).toContain(personID);
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
