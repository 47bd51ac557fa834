import * as z from "zod/mini";
import { faultsOf } from "./faults.ts";
import { fieldMapSchema } from "./senders/field-map.ts";

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
/** For chat. Where late answers may go, beside the host that the product itself answers from: `chat.example.com`. */
const talking = { responseHosts: z._default(z.array(z.string()), []) };

const entrySchema = z.discriminatedUnion("scheme", [
  entryOf("standard-webhooks", signingKeySchema, mapped),
  entryOf("bearer", tokenSchema, mapped),
  entryOf("bamboohr", tokenSchema, mapped),
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
type BrokenEntry = { scheme: "broken"; faults: string[] };

/**
 * The callers secret: who may call us, by the name in the path. An entry that is wrong takes out its own caller and no
 * other.
 */
export const callersSchema = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  z.pipe(z.unknown(), z.transform(parseEntry)),
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

function parseEntry(entry: unknown): CallerEntry | BrokenEntry {
  const parsed = entrySchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error.issues).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
  return { scheme: "broken", faults };
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
