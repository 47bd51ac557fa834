import * as z from "zod/mini";
import { validationIssuesOf, plainMessages } from "./validation-issues.ts";
import { fieldMapSchema } from "./field-map/field-map.ts";

const scopeSchema = z.enum([
  "onboard",
  "adopt",
  "offboard",
  "status:own",
  "status:any",
  "operate",
]);
export type Scope = z.infer<typeof scopeSchema>;

/** 24 to 64 bytes as base64. Other text would decode to fewer bytes, or to none, and anybody could sign with those. */
const signingKeySchema = z
  .string()
  .check(z.regex(/^(?:whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/));
/** 32 bytes as base64: the security token that Teams shows once. */
const teamsTokenSchema = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));
const tokenSchema = z.string().check(z.minLength(12));

/** For senders whose events are JSON. A map says how an event of theirs becomes one of ours. */
const mapped = { map: z.optional(fieldMapSchema) };
/** The same where nothing else tells two events apart that say the same, such as leaving for the second time. */
const mappedAlone = {
  map: z.optional(
    fieldMapSchema.check(
      z.refine(
        ({ deliveryId, timestamp }) => Boolean(deliveryId ?? timestamp),
        'must say with "timestamp" or "deliveryId" what tells one event from another',
      ),
    ),
  ),
};
/** For chat. Where late answers may go, beside the host that the product itself answers from: `chat.example.com`. */
const hostSchema = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
      "must be a host in lower case, with its port if that is not 443: chat.example.com:8443",
    ),
  );
const talking = { responseHosts: z._default(z.array(hostSchema), []) };

const entrySchema = z.discriminatedUnion("scheme", [
  entryOf("standard-webhooks", signingKeySchema, mapped),
  entryOf("bearer", tokenSchema, mappedAlone),
  entryOf("bamboohr", tokenSchema, mappedAlone),
  entryOf("slack", tokenSchema, talking),
  entryOf("teams", teamsTokenSchema, talking),
  entryOf("mattermost", tokenSchema, talking),
  z.strictObject({
    scheme: z.literal("eventbridge"),
    /** The sources that our bus lets in, or `aws.scheduler` for the schedules that we declare. */
    sources: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
    scopes: z.array(scopeSchema),
  }),
]);
export type CallerEntry = z.infer<typeof entrySchema>;
export type Scheme = CallerEntry["scheme"];

/** An entry that is not as documented, with what is wrong in it: a place and a sentence, never a value. */
type BrokenEntry = { scheme: "broken"; issues: string[] };

/**
 * The callers secret: who may call us, by the name in the path. An entry that is wrong takes out its own caller and no
 * other.
 */
export const callersSchema = z.pipe(
  z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
    z.pipe(z.unknown(), z.transform(parseEntry)),
  ),
  z.transform(withoutSharedTokens),
);
export type CallerEntries = z.infer<typeof callersSchema>;

/** Adds the previous keys of callers that still exist with the same scheme; nothing else of the past counts. */
export function withOlderKeys(
  now: CallerEntries,
  before: CallerEntries,
): CallerEntries {
  return Object.fromEntries(
    Object.entries(now).map(([name, entry]) => {
      const older = before[name];
      if (!("keys" in entry) || !older || !("keys" in older))
        return [name, entry];
      const keys =
        older.scheme === entry.scheme
          ? [...new Set([...entry.keys, ...older.keys])]
          : entry.keys;
      return [name, { ...entry, keys }];
    }),
  );
}

/** A token is the name of its bearer: of two entries with the same, nobody could tell who asks. */
function withoutSharedTokens(
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
  const parsed = entrySchema.safeParse(entry, plainMessages);
  if (parsed.success) return parsed.data;
  const issues = validationIssuesOf(parsed.error.issues).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
  return { scheme: "broken", issues };
}

function entryOf<S extends string, F extends z.core.$ZodShape>(
  scheme: S,
  keySchema: z.ZodMiniType<string>,
  fields: F,
) {
  return z.strictObject({
    scheme: z.literal(scheme),
    /** All are accepted: that is how a key is rotated. */
    keys: z.array(keySchema).check(z.minLength(1)),
    scopes: z.array(scopeSchema),
    ...fields,
  });
}
