import * as z from "zod/mini";

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
const tokenSchema = z.string().check(z.minLength(12));

/** The callers secret: who may call us, by the name in the path. */
export const callersSchema = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  z.discriminatedUnion("scheme", [
    entryOf("standard-webhooks", signingKeySchema),
    entryOf("bearer", tokenSchema),
  ]),
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
      const keys =
        older?.scheme === entry.scheme
          ? [...new Set([...entry.keys, ...older.keys])]
          : entry.keys;
      return [name, { ...entry, keys }];
    }),
  );
}

function entryOf<S extends string>(
  scheme: S,
  keySchema: z.ZodMiniType<string>,
) {
  return z.strictObject({
    scheme: z.literal(scheme),
    /** All are accepted: that is how a key is rotated. */
    keys: z.array(keySchema).check(z.minLength(1)),
    scopes: z.array(scopeSchema),
  });
}
