import * as z from "zod/mini";

const secretText = z.string().check(z.minLength(1));
const hostSchema = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
      "must be a host in lower case, with its port if that is not 443: api.example.com",
    ),
  );

const authSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("basic"),
    username: secretText,
    password: z.string(),
  }),
  z.strictObject({ type: z.literal("bearer"), token: secretText }),
  z.strictObject({
    type: z.literal("header"),
    name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/)),
    value: secretText,
  }),
  /** OAuth 2.0 client credentials (RFC 6749, §4.4). */
  z.strictObject({
    type: z.literal("oauth2"),
    tokenUrl: z.string().check(z.regex(/^https:\/\//)),
    clientId: secretText,
    clientSecret: secretText,
    scope: z.optional(z.string()),
    /** Where the client's credentials are sent (RFC 6749, §2.3.1). */
    credentials: z._default(z.enum(["basic", "form"]), "basic"),
  }),
]);

/** A system whose records we read (decision 23). */
export const sourceSchema = z.strictObject({
  /** The only hosts that are asked, also for a token. */
  hosts: z.array(hostSchema).check(z.minLength(1)),
  auth: authSchema,
  /** All workflows together make at most this number of calls a second. @default no limit */
  callsPerSecond: z.optional(z.number().check(z.positive(), z.maximum(1_000))),
});
export type Source = z.infer<typeof sourceSchema>;

/** The sources secret, by the name of the source, which a caller's `lookup` names. */
export const sourcesSchema = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  sourceSchema,
);
export type Sources = z.infer<typeof sourcesSchema>;
