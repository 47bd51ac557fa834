import { derivePassword } from "../../../functions/employment/extras/password.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";

/**
 * All personal data that an event can contain. Each value has the word "canary" in it, so that a test finds it where it
 * must not be.
 */
export const personal = {
  name: { givenName: "Canarygiven", familyName: "Canaryfamily" },
  email: "canary.mail@example.com",
  username: "canary.username",
  biography: "Canarybiography",
  phones: [{ value: "+1 555 CANARYPHONE" }],
  address: { streetAddress: "Canarystreet 1" },
  streams: ["Canarystream"],
  tasks: [{ subject: "Canarytask", dueInDays: 1 }],
};

/** The values that a change gives to the same person. */
export const changed = {
  name: { familyName: "Canarychanged" },
  email: "canarychanged@example.com",
  username: "canarychanged",
  title: "Canarychanged",
  biography: "Canarychanged",
  phones: [{ value: "+1 555 CANARYCHANGED" }],
  address: { locality: "Canarychanged", region: null },
  identities: { teams: "canarychanged" },
};

/** What a source answers to the read of a record. */
export const recordOfCanary = {
  id: "E-record",
  given: "Canaryrecord",
  family: "Canaryrecord",
  mail: "canaryrecord@example.com",
  job: "Canaryrecord",
};

/** Statuses, and data of refused requests. */
export const said = {
  status: "Canarystatus",
  chat: "Canarychat",
  reason: "Canaryreason",
  refused: "Canaryrefused",
};

const personalWords =
  /canary(?:given|family|\.mail|%2email|\.username|biography|phone|street|stream|task|status|chat|reason|refused|changed|record)/i;

const { community, callers } = localSecrets;

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Every secret of the stack, also in the encodings of HTTP Basic and of a form. */
const secrets: readonly string[] = [
  community.consumerSecret,
  base64(`${community.consumerKey}:${community.consumerSecret}`),
  community.password,
  base64(`${community.username}:${community.password}`),
  community.passwordMaster["1"],
  ...Object.values(callers).flatMap((entry) =>
    "keys" in entry ? entry.keys.map((key) => key.replace("whsec_", "")) : [],
  ),
];

/** The initial password that a salt and the local master key give. */
export function initialPasswordOf(salt: unknown): string {
  return derivePassword(community.passwordMaster, String(salt));
}

/** The secrets that a text contains. @param more - the secrets of the current run */
export function secretsIn(text: string, more: readonly string[]): string[] {
  return [...secrets, ...more].filter((secret) => text.includes(secret));
}

/** The first personal value that a text contains, with some text around it. Empty if there is none. */
export function personalDataIn(text: string): string[] {
  const found = personalWords.exec(text);
  return found
    ? [text.slice(Math.max(0, found.index - 80), found.index + 40)]
    : [];
}
