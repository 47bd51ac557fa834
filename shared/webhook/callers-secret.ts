import * as z from "zod/mini";
import { validationIssuesOf, validationMessages } from "./validation-issues.ts";
import { rangeSchema } from "./source-address.ts";
import { fieldMapSchema } from "./field-map/field-map.ts";
import { lookupSchema } from "./lookup.ts";

const scopeSchema = z.enum([
  "onboard",
  "adopt",
  "offboard",
  "update",
  "status:own",
  "status:any",
  "operate",
  "observe",
]);
export type Scope = z.infer<typeof scopeSchema>;

/**
 * 24 to 64 bytes as base64. Other text would decode to fewer bytes or to none, and an attacker could sign with such a
 * key.
 */
export const signingKeySchema = z
  .string()
  .check(z.regex(/^(?:whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/));
/** 32 bytes as base64: the security token that Teams shows once, when the webhook is created. */
const teamsTokenSchema = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));
const tokenSchema = z.string().check(z.minLength(12));
/** Callers with these scopes see every operation, so no key of them may be one that can be guessed. */
const operatorScopes = ["operate", "observe"] as const satisfies Scope[];
const minOperatorKeyLength = 32;

/** For senders of JSON. The field map translates the sender's events into ours. */
const mapField = {
  map: z.optional(fieldMapSchema),
  /** For senders of thin events, whose map leads to `record.changed`. */
  lookup: z.optional(lookupSchema),
};
/**
 * For senders whose scheme signs no delivery id. The field map must name one: otherwise two events with equal content,
 * such as a second termination, would be one event.
 */
const identifyingMapField = {
  ...mapField,
  map: z.optional(
    fieldMapSchema.check(
      z.refine(
        ({ deliveryId, timestamp }) => Boolean(deliveryId ?? timestamp),
        'must have "timestamp" or "deliveryId", which distinguish one event from another',
      ),
    ),
  ),
};
const hostSchema = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
      "must be a host in lower case, with its port if that is not 443: chat.example.com:8443",
    ),
  );
/** For chat tools. Late answers may go to these hosts, in addition to the product's own host. */
const chatFields = { responseHosts: z._default(z.array(hostSchema), []) };

const entrySchema = z
  .discriminatedUnion("scheme", [
    schemaFor("standard-webhooks", signingKeySchema, mapField),
    schemaFor("bearer", tokenSchema, identifyingMapField),
    schemaFor("bamboohr", tokenSchema, identifyingMapField),
    schemaFor("slack", tokenSchema, chatFields),
    schemaFor("teams", teamsTokenSchema, chatFields),
    schemaFor("mattermost", tokenSchema, chatFields),
    z.strictObject({
      scheme: z.literal("eventbridge"),
      /** Event sources that our bus admits, or `aws.scheduler` for the schedules that we declare. */
      sources: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
      scopes: z.array(scopeSchema),
    }),
  ])
  .check(({ value, issues }) => {
    if (!("keys" in value)) return;
    const scope = operatorScopeOf(value.scopes);
    if (scope === undefined) return;
    for (const [index, key] of value.keys.entries())
      if (key.length < minOperatorKeyLength)
        issues.push({
          code: "custom",
          input: undefined,
          path: ["keys", index],
          message: `must have at least ${minOperatorKeyLength} characters, because the caller has the scope ${scope}`,
        });
  });
export type CallerEntry = z.infer<typeof entrySchema>;
export type Scheme = CallerEntry["scheme"];

/** An invalid entry. Each issue has a JSON Pointer and a sentence, never a value. */
type BrokenEntry = {
  scheme: "broken";
  issues: string[];
  /** The entry is invalid because it has no key yet. */
  hasNoKey?: boolean;
};

const noKeySchema = z.object({
  keys: z.optional(z.array(z.unknown()).check(z.maxLength(0))),
});

/** The callers secret, by the caller's name in the path. An invalid entry disables its own caller and no other. */
export const callersSchema = z.pipe(
  z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
    z.pipe(z.unknown(), z.transform(parseEntry)),
  ),
  z.transform(rejectSharedTokens),
);
export type CallerEntries = z.infer<typeof callersSchema>;

/**
 * Adds the keys of the previous version to callers that still exist with the same scheme. Callers, scopes and schemes
 * of the previous version do not count.
 */
export function addPreviousKeys(
  current: CallerEntries,
  previous: CallerEntries,
): CallerEntries {
  return Object.fromEntries(
    Object.entries(current).map(([name, entry]) => {
      const earlier = previous[name];
      if (!("keys" in entry) || !earlier || !("keys" in earlier))
        return [name, entry];
      const keys =
        earlier.scheme === entry.scheme
          ? [
              ...new Set([
                ...entry.keys,
                ...earlier.keys.filter((key) => !isTooShort(key, entry.scopes)),
              ]),
            ]
          : entry.keys;
      return [name, { ...entry, keys }];
    }),
  );
}

function isTooShort(key: string, scopes: readonly Scope[]): boolean {
  return (
    key.length < minOperatorKeyLength && operatorScopeOf(scopes) !== undefined
  );
}

function operatorScopeOf(scopes: readonly Scope[]): Scope | undefined {
  return operatorScopes.find((scope) => scopes.includes(scope));
}

/** A bearer token identifies its caller. If two entries share a token, the caller is ambiguous, so both are broken. */
function rejectSharedTokens(
  entries: Record<string, CallerEntry | BrokenEntry>,
): Record<string, CallerEntry | BrokenEntry> {
  const bearers = Object.entries(entries).flatMap(([name, entry]) =>
    entry.scheme === "bearer" ? [{ name, keys: entry.keys }] : [],
  );
  return Object.fromEntries(
    Object.entries(entries).map(
      ([name, entry]): [string, CallerEntry | BrokenEntry] => {
        if (entry.scheme !== "bearer") return [name, entry];
        const others = bearers.filter(
          (one) =>
            one.name !== name &&
            one.keys.some((key) => entry.keys.includes(key)),
        );
        const [other] = others;
        if (!other) return [name, entry];
        const issue = `#/keys must not have a key of ${other.name} as well`;
        return [name, { scheme: "broken", issues: [issue] }];
      },
    ),
  );
}

function parseEntry(entry: unknown): CallerEntry | BrokenEntry {
  const parsed = entrySchema.safeParse(entry, validationMessages);
  if (parsed.success) return parsed.data;
  const issues = validationIssuesOf(parsed.error.issues).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
  return {
    scheme: "broken",
    issues,
    hasNoKey:
      noKeySchema.safeParse(entry).success &&
      issues.every((issue) => issue.startsWith("#/keys ")),
  };
}

function schemaFor<S extends string, F extends z.core.$ZodShape>(
  scheme: S,
  keySchema: z.ZodMiniType<string>,
  fields: F,
) {
  return z.strictObject({
    scheme: z.literal(scheme),
    /** Each key is accepted, which makes rotation possible. */
    keys: z.array(keySchema).check(z.minLength(1)),
    scopes: z.array(scopeSchema),
    /** The day on which the newest key was made. */
    keyedAt: z.optional(z.iso.date()),
    /** Only requests from these ranges are authentic. Without it, requests from every address. */
    addresses: z.optional(z.array(rangeSchema).check(z.minLength(1))),
    ...fields,
  });
}
