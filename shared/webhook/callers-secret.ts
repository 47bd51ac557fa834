import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import {
  type CallerEntry,
  entrySchema,
  isTooShort,
  schemeOf,
  schemeTextOf,
} from "./caller-entry.ts";
import { applyPreset } from "./presets/apply-preset.ts";
import { issueTextsOf, validationMessages } from "./validation-issues.ts";

/** An invalid entry. Each issue has a JSON Pointer and a sentence, never a value. */
type BrokenEntry = {
  scheme: "broken";
  issues: string[];
  /** The text in its `keys`. It makes no request authentic, and no other caller can have such a key any more. */
  ownKeys: string[];
  /** The entry is invalid because it has no key yet. */
  hasNoKey?: boolean;
};

const noKeySchema = z.object({
  keys: z.optional(z.array(z.unknown()).check(z.maxLength(0))),
});
const keyedSchema = z.object({ keys: z.array(z.unknown()) });

/** The callers secret, by the caller's name in the path. An invalid entry disables its own caller and no other. */
export const callersSchema = z.pipe(
  z.record(entryNameSchema, z.pipe(z.unknown(), z.transform(parseEntry))),
  z.transform(rejectAmbiguous),
);
export type CallerEntries = z.infer<typeof callersSchema>;

/**
 * Adds the keys of the previous version to callers that still exist with the same scheme, and the same form of its
 * signature. A key that another caller has now does not count, so no key has two names. Callers, scopes and schemes of
 * the previous version do not count either.
 */
export function addPreviousKeys(
  current: CallerEntries,
  previous: CallerEntries,
): CallerEntries {
  const taken = new Set(Object.values(current).flatMap(formsOf));
  return Object.fromEntries(
    Object.entries(current).map(([name, entry]) => {
      const earlier = previous[name];
      if (!("keys" in entry) || !earlier || !("keys" in earlier))
        return [name, entry];
      if (schemeTextOf(earlier) !== schemeTextOf(entry)) return [name, entry];
      const keys = earlier.keys.filter(
        (key) =>
          !isTooShort(key, entry.scopes) &&
          !formsOfKey(key).some((form) => taken.has(form)),
      );
      return [name, { ...entry, keys: [...entry.keys, ...keys] }];
    }),
  );
}

/** What the keys of an entry, and the tokens in its headers, may stand for. No other caller can have one of these. */
function formsOf(entry: CallerEntry | BrokenEntry): string[] {
  const keys = keysOfEntry(entry);
  const tokens = tokenHeadersOf(entry).map(([, token]) => token);
  return [...keys, ...tokens].flatMap(formsOfKey);
}

export function keysOfEntry(
  entry: CallerEntry | BrokenEntry,
): readonly string[] {
  if (entry.scheme === "broken") return entry.ownKeys;
  return "keys" in entry ? entry.keys : [];
}

/**
 * Entries that cannot be told apart are broken. A static token identifies its caller, so two entries must not accept
 * the same header. If each server of a chat tool numbers its own users, one id can mean two people. An entry without a
 * kind has the usual one, which is the name of the scheme, and must be the only entry with it: two entries for the same
 * server must both name their kind.
 */
function rejectAmbiguous(
  entries: Record<string, CallerEntry | BrokenEntry>,
): Record<string, CallerEntry | BrokenEntry> {
  const all = Object.entries(entries).map(([name, entry]) => ({
    name,
    entry,
    headers: tokenHeadersOf(entry).map(toToken),
    kind: "identityKind" in entry ? entry.identityKind : undefined,
  }));
  type One = (typeof all)[number];
  const issueOf = ({ name, entry: { scheme }, headers, kind }: One) => {
    const others = all.filter((one) => one.name !== name);
    const same = others.find((one) =>
      one.headers.some((header) => headers.includes(header)),
    );
    if (same) return `#/keys must not have a key of ${same.name} as well`;
    if (kind !== undefined || !schemeOf(scheme)?.numbersUsers) return undefined;
    const usual = others.find(
      (one) => one.entry.scheme === scheme && (one.kind ?? scheme) === scheme,
    );
    return (
      usual &&
      `#/identityKind must be given beside ${usual.name}: the same id can mean two people`
    );
  };
  return Object.fromEntries(
    all.map((one): [string, CallerEntry | BrokenEntry] => {
      const issue = issueOf(one);
      if (issue === undefined) return [one.name, one.entry];
      const ownKeys = [...keysOfEntry(one.entry)];
      return [one.name, { scheme: "broken", issues: [issue], ownKeys }];
    }),
  );
}

/** The headers with the tokens of an entry. A request that has one of them is authentic. */
function tokenHeadersOf(entry: CallerEntry | BrokenEntry): [string, string][] {
  const scheme = schemeOf(entry.scheme);
  if (!scheme?.isToken) return [];
  const nothing = { id: "", timestamp: "", body: "" };
  return keysOfEntry(entry).flatMap((key) =>
    Object.entries(scheme.sign(entry, key, nothing)),
  );
}

/** The words `Bearer` and `Basic` are compared without case. */
function toToken([header, value]: [string, string]): string {
  return `${header}: ${value.replace(/^(?:bearer|basic) +/i, (scheme) => scheme.trim().toLowerCase() + " ")}`;
}

function parseEntry(written: unknown): CallerEntry | BrokenEntry {
  const applied = applyPreset(written);
  const ownKeys = (keyedSchema.safeParse(written).data?.keys ?? []).filter(
    (key) => typeof key === "string",
  );
  if ("issue" in applied)
    return { scheme: "broken", issues: [applied.issue], ownKeys };
  const { entry, preset } = applied;
  const parsed = entrySchema.safeParse(entry, validationMessages);
  if (parsed.success) return { ...parsed.data, preset };
  const issues = issueTextsOf(parsed.error);
  return {
    scheme: "broken",
    issues,
    ownKeys,
    hasNoKey:
      noKeySchema.safeParse(entry).success &&
      issues.every((issue) => issue.startsWith("#/keys ")),
  };
}

/** What belongs to a scheme and not to the key: a word before it in a header, or a prefix of its own text. */
const schemeWords = /^(?:(?:bearer|basic|token) +|wh(?:sec|pk)_)/i;

/**
 * The bytes, in hex, that a key may stand for. Two keys are equal if they have one form in common: the same secret can
 * be a token for one caller, and a signing key in base64 or hex for another.
 */
function formsOfKey(key: string): string[] {
  const text = key.replace(schemeWords, "");
  const fromBase64 = Buffer.from(text, "base64");
  // The padding may be left out. Node ignores characters that are not base64: such text would decode to the bytes of
  // another one.
  const isBase64 = fromBase64.toString("base64").startsWith(text);
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text);
  return [
    Buffer.from(text).toString("hex"),
    ...(isBase64 ? [fromBase64.toString("hex")] : []),
    ...(isHex ? [text.toLowerCase()] : []),
  ];
}
