import type { NewPerson, Person } from "../../shared/community/person.ts";

/**
 * The mark of a throw-away person: in the username and in each e-mail address, each time with the same id. An employee
 * cannot have both. The id begins with the time at which the person was made, in seconds, and ends in random digits.
 */
const mark = "doctor-throw-away";
const usernamePattern = new RegExp(
  `^${mark}-([0-9a-f]{8}[0-9a-f]{12})(-renamed)?$`,
);
const addressPattern = new RegExp(`\\+${mark}-([0-9a-f]{20})(?:-renamed)?@`);

/** The names of a throw-away person. They are known before the person exists. */
export type ThrowAway = {
  username: string;
  email: string;
  password: string;
  renamed: { username: string; email: string };
};

/** @param mailbox - a valid e-mail address; its mail server must deliver `local+anything@` to `local@` */
export function inventThrowAway(
  mailbox: string,
  nowMs: number,
  randomHex: (bytes: number) => string,
): ThrowAway {
  const seconds = Math.floor(nowMs / 1_000)
    .toString(16)
    .padStart(8, "0");
  const username = `${mark}-${seconds}${randomHex(6)}`;
  const at = mailbox.lastIndexOf("@");
  const emailOf = (name: string) =>
    `${mailbox.slice(0, at)}+${name}${mailbox.slice(at)}`;
  const renamed = `${username}-renamed`;
  return {
    username,
    email: emailOf(username),
    // Letters of both cases, digits and a symbol, as the rules of most platforms ask for.
    password: `Aa1-${randomHex(16)}`,
    renamed: { username: renamed, email: emailOf(renamed) },
  };
}

/** The throw-away person as a creation asks for them. */
export function toNewThrowAway({
  username,
  email,
  password,
}: ThrowAway): NewPerson {
  return {
    name: { givenName: "Doctor", familyName: "Throw-Away" },
    emails: [{ value: email, svc_label: "Email", primary: true }],
    svc: { username, password, enabled: true, visible: true },
    location: "Created by a check, and deleted again",
  };
}

/** Whether username and each address have the mark with the same id. Only such people of earlier runs are deleted. */
export function isThrowAway(person: Pick<Person, "svc" | "emails">): boolean {
  const id = usernamePattern.exec(person.svc?.username ?? "")?.[1];
  const emails = person.emails ?? [];
  return (
    id !== undefined &&
    emails.length > 0 &&
    emails.every(({ value }) => addressPattern.exec(value ?? "")?.[1] === id)
  );
}

/**
 * Whether this is the person that this run has created. The platform told the id of this person, so the username alone
 * proves it: the platform may hide or change an address.
 */
export function isOwn(
  { svc }: Pick<Person, "svc">,
  { username, renamed }: ThrowAway,
): boolean {
  return svc?.username === username || svc?.username === renamed.username;
}

/** When a throw-away person was made, as the username tells it. */
export function madeAtMs(username: string): number {
  const digits = usernamePattern.exec(username)?.[1]?.slice(0, 8) ?? "";
  return Number.parseInt(digits, 16) * 1_000;
}
