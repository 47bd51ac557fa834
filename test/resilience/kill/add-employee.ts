import { localSecrets } from "../../../infra/local/credentials.ts";
import { hashEmail } from "../../../shared/person/email-hash.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { hireOf } from "../../fixtures/hire.ts";
import type { KillableEnvironment } from "../../environments/killable/environment.ts";

/** Creates an active employee in the state that an onboarding leaves. Resolves to the id of their person. */
export async function addEmployee(
  { platform, store, nowMs }: KillableEnvironment,
  employeeId: string,
  status?: string,
): Promise<string> {
  const { employees, identities, persons } = store;
  const { username, email } = hireOf(employeeId);
  const { people } = clientFor(platform);
  const { id: personID } = await people.create(
    newPerson(username, {
      emails: [{ value: email, svc_label: "Email", primary: true }],
    }),
  );
  if (status !== undefined)
    await people.update(personID, (person) => ({ ...person, status }));

  const by = "op_hire";
  await employees.open(employeeId, {
    operationId: by,
    hiredAtMs: nowMs() - 1_000,
    passwordSalt: "1.salt",
    username,
  });
  await employees.recordPerson(employeeId, by, {
    personID,
    username,
    emailHash: hashEmail(localSecrets.community.passwordMaster, email),
    refs: {},
  });
  await persons.link(personID, employeeId);
  const opened = (await employees.get(employeeId))!;
  const slack = { kind: "slack", id: `T1:${employeeId}` };
  await employees.noteIdentities(employeeId, opened, [slack]);
  await identities.link(slack.kind, slack.id, employeeId);
  await employees.endOnboarding(employeeId, by);
  return personID;
}
