import type { Person } from "../../shared/community/person.ts";
import type { Hire } from "./hire.ts";
import { toNewPerson, usernameOf } from "./new-person.ts";

/**
 * Where a repeated hire says something else than the person has: JSON Pointers into the event's data, never values.
 * Only what the hire says counts; what the person has beyond it is theirs.
 */
export function differencesOf(hire: Hire, person: Person): string[] {
  const wanted = toNewPerson(hire, "");
  const has = (label: string) =>
    person.svc?.profile?.find(({ svc_label }) => svc_label === label)?.value;
  const said: [pointer: string, wanted: unknown, actual: unknown][] = [
    ["/username", usernameOf(hire), person.svc?.username],
    ["/email", lower(hire.email), lower(person.emails?.[0]?.value)],
    ["/name/givenName", hire.name.givenName, person.name?.givenName],
    ["/name/familyName", hire.name.familyName, person.name?.familyName],
    ["/name/formatted", hire.name.formatted, person.name?.formatted],
    ["/title", hire.title, has("Title")],
    ["/department", hire.department, has("Department")],
    ["/company", hire.company, has("Company")],
    ["/startDate", hire.startDate, has("Hire Date")],
    ["/biography", hire.biography, has("Biography")],
    ["/expertise", hire.expertise, has("Expertise")],
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
  return said.flatMap(([pointer, one, other]) =>
    one === undefined || JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [pointer],
  );
}

function lower(text: string | undefined): string | undefined {
  return text?.toLowerCase();
}
