import * as z from "zod/mini";
import { hostSchemaFor, entryNameSchema } from "../entry-name.ts";
import { isSafeTarget } from "../safe-target.ts";

const secretText = z.string().check(z.minLength(1));
/** What a header can contain. */
const headerText = z
  .string()
  .check(
    z.regex(
      /^[!-~](?:[ -~]*[!-~])?$/,
      "must be ASCII text without spaces at its ends",
    ),
  );
const authSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("basic"),
    username: secretText.check(
      z.regex(/^[^:]*$/, "must have no colon (RFC 7617, §2)"),
    ),
    password: z.string(),
  }),
  z.strictObject({ type: z.literal("bearer"), token: headerText }),
  z.strictObject({
    type: z.literal("header"),
    name: z
      .string()
      .check(
        z.regex(
          /^[a-z][a-z0-9-]{0,63}$/,
          "must be the name of a header in lower case",
        ),
      ),
    value: headerText,
  }),
  /** OAuth 2.0 client credentials (RFC 6749, §4.4). */
  z.strictObject({
    type: z.literal("oauth2"),
    tokenUrl: z.string().check(
      z.refine(isTokenUrl, {
        error: "must be an https URL without credentials and fragment",
        // The check of its host needs a URL.
        abort: true,
      }),
    ),
    clientId: secretText,
    clientSecret: secretText,
    scope: z.optional(z.string()),
    /** Where the client's credentials are sent (RFC 6749, §2.3.1). */
    credentials: z._default(z.enum(["basic", "form"]), "basic"),
  }),
]);

/** A system whose records we read (decision 23). */
export const sourceSchema = z
  .strictObject({
    /** The only hosts that are asked, also for a token. */
    hosts: z.array(hostSchemaFor("api.example.com")).check(z.minLength(1)),
    auth: authSchema,
    /** All workflows together make at most this number of calls a second. @default no limit */
    callsPerSecond: z.optional(
      z.number().check(z.positive(), z.maximum(1_000)),
    ),
  })
  .check(
    z.refine(
      ({ hosts, auth }) =>
        auth.type !== "oauth2" || isHostOf({ hosts }, new URL(auth.tokenUrl)),
      { error: "must be at one of the hosts", path: ["auth", "tokenUrl"] },
    ),
  );
export type Source = z.infer<typeof sourceSchema>;
export type NamedSource = Source & { name: string };

/**
 * A source by its name. Undefined if the secret has none of this name.
 *
 * @throws ConfigurationError that says what to correct in the secret
 */
export type FindSource = (name: string) => Promise<NamedSource | undefined>;

/** The sources secret: the entries by the name that a caller's `lookup` uses. A function reads it entry by entry. */
export const sourcesSchema = z.record(entryNameSchema, sourceSchema);

/** Whether a URL leads to one of the source's hosts. */
export function isHostOf({ hosts }: Pick<Source, "hosts">, url: URL): boolean {
  // A URL does not show the usual port of its scheme.
  return hosts.some((host) => host.replace(/:443$/, "") === url.host);
}

/** Whether a text is an https URL, or http on this machine, to which only the local stack sends a request. */
function isTokenUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isSafeTarget(url) && url.hash === "";
}
