import { dayMs } from "../../../shared/durations.ts";
import { putEmployee } from "../../fixtures/put-employee.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { hashEmail } from "../../../shared/person/known-person.ts";
import { clientFor, newPerson } from "../../fixtures/community-client.ts";
import { hireOf } from "../../fixtures/hire.ts";
import type { KillableEnvironment } from "../../environments/killable/environment.ts";

/** Creates an active employee in the state that an onboarding leaves. Resolves to the id of their person. */
export async function addEmployee(
  { platform, store, nowMs }: KillableEnvironment,
  employeeId: string,
  status?: string,
): Promise<string> {
  const { identities, persons } = store;
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
  const slack = { kind: "slack", id: `T1:${employeeId}` };
  const hiredAtMs = nowMs() - 1_000;
  const ownDay = Math.floor(hiredAtMs / dayMs);
  await putEmployee(store, employeeId, {
    statements: [
      {
        id: by,
        kind: "hired",
        caller: "hr",
        atMs: hiredAtMs,
        ownDay,
        mayOffboard: true,
        mayUpdate: true,
        fields: [],
      },
    ],
    hiredAtMs,
    operationId: by,
    personID,
    username,
    emailHash: hashEmail(localSecrets.community.passwordMaster, email),
    refs: {},
    identities: [slack],
  });
  await persons.link(personID, employeeId);
  await identities.link(slack.kind, slack.id, employeeId);
  return personID;
}
