import type { Person } from "../../shared/community/person.ts";
import type { Warning } from "../../shared/store/operation.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { Hire } from "./hire.ts";
import { toNewPerson, usernameOf } from "./new-person.ts";
import type { HireRun } from "./hire-record.ts";

/**
 * Step "compare": lists where this event and the person differ. It changes nothing. A failed comparison is only a
 * warning, except when the platform says that the person is gone.
 *
 * @throws StepFailure `person-missing`
 */
export async function comparePerson(
  { record, platformAuth, steps }: HireRun,
  personID: string,
): Promise<Warning[]> {
  const compared = await settle(
    steps.idempotent("compare", async () => {
      const person = await platformAuth.service.people.find(personID);
      if (!person) throw new StepFailure("person-missing");
      return differencesOf(await record.hire(), person);
    }),
  );
  if (compared.ok)
    return compared.value.map((about) => ({ about, reason: "differs" }));
  const { failure } = compared;
  if (failure.code === "person-missing") throw failure;
  return [{ about: "comparison", reason: failure.code }];
}

/**
 * Where a repeated hire and the person differ, as JSON Pointers into the event's data, never values. Fields that the
 * hire does not name are not compared, because the person owns them.
 */
export function differencesOf(hire: Hire, person: Person): string[] {
  const wanted = toNewPerson(hire, "");
  const profileValue = (label: string) =>
    person.svc?.profile?.find(({ svc_label }) => svc_label === label)?.value;
  const fields: [pointer: string, wanted: unknown, actual: unknown][] = [
    ["/username", usernameOf(hire), person.svc?.username],
    ["/email", lower(hire.email), lower(person.emails?.[0]?.value)],
    ["/name/givenName", hire.name.givenName, person.name?.givenName],
    ["/name/familyName", hire.name.familyName, person.name?.familyName],
    ["/name/formatted", hire.name.formatted, person.name?.formatted],
    ["/title", hire.title, profileValue("Title")],
    ["/department", hire.department, profileValue("Department")],
    ["/company", hire.company, profileValue("Company")],
    ["/startDate", hire.startDate, profileValue("Hire Date")],
    ["/biography", hire.biography, profileValue("Biography")],
    ["/expertise", hire.expertise, profileValue("Expertise")],
    ["/location", hire.location, person.location],
    ["/tags", hire.tags, person.tags],
    [
      "/phones",
      wanted.phoneNumbers?.map(({ value }) => value),
      person.phoneNumbers?.map(({ value }) => value),
    ],
    [
      "/address",
      hire.address && Object.values(hire.address),
      person.addresses?.[0]?.value &&
        Object.keys(hire.address ?? {}).map(
          (field) => person.addresses?.[0]?.value?.[field],
        ),
    ],
  ];
  return fields.flatMap(([pointer, one, other]) =>
    one === undefined || JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [pointer],
  );
}

function lower(text: string | undefined): string | undefined {
  return text?.toLowerCase();
}
