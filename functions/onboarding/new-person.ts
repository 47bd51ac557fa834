import type { NewPerson } from "../../shared/community/person.ts";
import { deriveUsername } from "./username.ts";
import type { Hire } from "./hire.ts";

/** The username a hire will have. */
export function usernameOf({ username, employeeId }: Hire): string {
  return username ?? deriveUsername(employeeId);
}

/** A hire in the platform's terms: every field that a person may have at creation (the API document, §2.1). */
export function toNewPerson(hire: Hire, password: string): NewPerson {
  const { name, email, address, location, tags, phones } = hire;
  return {
    name: {
      ...name,
      formatted: name.formatted ?? `${name.givenName} ${name.familyName}`,
    },
    emails: [{ value: email, type: "work", svc_label: "Email", primary: true }],
    svc: {
      username: usernameOf(hire),
      password,
      enabled: true,
      visible: true,
      profile: profileOf(hire),
    },
    ...(phones && {
      phoneNumbers: phones.map(({ value, label, primary }) => ({
        value,
        svc_label: label,
        ...(primary === undefined ? {} : { primary }),
      })),
    }),
    ...(address && {
      addresses: [{ value: address, svc_label: "Address", primary: true }],
    }),
    ...(location && { location }),
    ...(tags && { tags }),
  };
}

function profileOf(hire: Hire): { svc_label: string; value: string }[] {
  const { title, department, company, startDate, biography, expertise } = hire;
  const entries: [label: string, value: string | undefined][] = [
    ["Title", title],
    ["Department", department],
    ["Company", company],
    ["Hire Date", startDate],
    ["Biography", biography],
    ["Expertise", expertise],
  ];
  return entries.flatMap(([svc_label, value]) =>
    value === undefined ? [] : [{ svc_label, value }],
  );
}
