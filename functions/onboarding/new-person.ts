import { createHash } from "node:crypto";
import type { NewPerson } from "../../shared/community/person.ts";
import type { Hire } from "./hire.ts";

/**
 * The username of a hire. A hire without one gets a username that is derived from the employee id, so that creating the
 * same person twice is a conflict and not a second person.
 */
export function usernameOf({ username, employeeId }: Hire): string {
  return username ?? deriveUsername(employeeId);
}

/** `u` and twelve characters that depend on the employee id alone. */
export function deriveUsername(employeeId: string): string {
  const digest = createHash("sha256").update(`username:${employeeId}`);
  return `u${digest.digest("hex").slice(0, 12)}`;
}

/** The person that a hire asks for, with every field that a person may have at creation (docs/interface.md, §2.1). */
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
