import * as z from "zod/mini";
import { identityKindSchema } from "../fields.ts";
import { hostSchemaFor } from "../entry-name.ts";
import { fieldMapSchema, type FieldMap } from "./field-map/field-map.ts";
import { handshakeSchema } from "./handshake.ts";
import { listSchema, lookupSchema } from "./lookup.ts";
import {
  bambooHrScheme,
  slackScheme,
  teamsScheme,
  mattermostScheme,
  zulipScheme,
} from "./schemes/vendors.ts";
import { basic, bearer, headerFields, headerToken } from "./schemes/tokens.ts";
import { ed25519, ed25519Fields } from "./schemes/ed25519.ts";
import { checkHmacKeys, hmac, hmacFields } from "./schemes/hmac.ts";
import { identifiesSender, jwtFields } from "./schemes/jwt.ts";
import { jwt } from "./schemes/load-jwt.ts";
import type { SchemeRecord } from "./schemes/scheme.ts";
import { checkSignedText } from "./schemes/signed-text.ts";
import { standardWebhooks } from "./schemes/standard-webhooks.ts";
import { rangeSchema } from "./source-address.ts";

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

/** Callers with these scopes see every operation, so it must not be possible to guess one of their keys. */
const operatorScopes = ["operate", "observe"] as const satisfies Scope[];
const minOperatorKeyLength = 32;

/** For senders of JSON. */
const mapFields = {
  /** Translates the sender's events into ours. */
  map: z.optional(fieldMapSchema),
  /** For senders of thin events, whose map leads to `record.changed`. */
  lookup: z.optional(lookupSchema),
  /** For lists of people that operators upload in the name of the caller. */
  list: z.optional(listSchema),
  /** For systems whose records we read all at once, by a schedule or on demand. `pull.ts` reads it. */
  pull: z.optional(z.unknown()),
  /** How the sender tests the URL. */
  handshake: z.optional(handshakeSchema),
};
const identityMessage =
  'must have "timestamp" or "deliveryId", which distinguish one event from another';
/**
 * For senders whose scheme signs no delivery id. The field map must name one: without it, two events with equal
 * content, such as a second termination, would be one event.
 */
const identifyingMapFields = {
  ...mapFields,
  map: z.optional(
    fieldMapSchema.check(z.refine(isIdentifying, identityMessage)),
  ),
};
/** For an identity provider that speaks SCIM (functions/scim/README.md). Its requests become events of these scopes. */
const scimField = {
  scim: z.optional(
    z.strictObject({
      /** Where the employee id of a new user comes from. `id`: it is our id of the user. */
      employeeId: z.optional(z.enum(["employeeNumber", "id"])),
      /** What `active: false` does. `terminate`: the employment ends, and the person is kept. @default suspend */
      disable: z.optional(z.enum(["suspend", "terminate"])),
      /** Attributes that we do not know are refused. */
      strict: z.optional(z.boolean()),
    }),
  ),
};
const scopesOfScim = [
  "onboard",
  "update",
  "offboard",
] as const satisfies Scope[];
const hostSchema = hostSchemaFor("chat.example.com:8443");
/**
 * The kind of the user ids of a chat tool, as `identities` of an employee name it. The users of two servers of one
 * chat tool need two kinds, because the same id can mean two people.
 */
const identityKind = z.optional(identityKindSchema);
const chatFields = {
  /** Late answers may go to these hosts, in addition to the tool's own host. */
  responseHosts: z._default(z.array(hostSchema), []),
  identityKind,
};
/** For a scheme by which a chat tool signs, and other senders too. */
const chatOf = <T extends string>(tool: T) => ({
  /** The chat tool whose messages the caller sends. Without it, the caller sends events. */
  chat: z.optional(z.literal(tool)),
  identityKind,
});

const identityKindBesideChat = z.refine<{
  chat?: unknown;
  identityKind?: unknown;
}>(({ chat, identityKind: kind }) => kind === undefined || chat !== undefined, {
  path: ["identityKind"],
  error: 'must stand beside "chat"',
});

/** As {@link identifyingMapFields}, for a scheme that may sign a delivery id. */
const identifiedByHeaderOrMap = z.refine<{
  idHeader?: string | undefined;
  map?: FieldMap | undefined;
}>(
  ({ idHeader, map }) =>
    idHeader !== undefined || map === undefined || isIdentifying(map),
  { path: ["map"], error: identityMessage },
);

const commonFields = {
  scopes: z.array(scopeSchema),
  /** Only requests from these ranges are authentic. Without it, requests from every address. */
  addresses: z.optional(z.array(rangeSchema).check(z.minLength(1))),
};

/** How a caller is authenticated, what it may send, and how its events are read. */
export const entrySchema = z
  .discriminatedUnion("scheme", [
    schemaFor("standard-webhooks", standardWebhooks.key, mapFields),
    schemaFor("bearer", bearer.key, {
      ...identifyingMapFields,
      ...scimField,
    }).check(
      z.refine(
        ({ scim, scopes }) =>
          scim === undefined ||
          scopesOfScim.every((scope) => scopes.includes(scope)),
        {
          path: ["scopes"],
          error: `must have ${scopesOfScim.join(", ")} beside "scim"`,
        },
      ),
    ),
    schemaFor("bamboohr", bambooHrScheme.key, identifyingMapFields),
    schemaFor("slack", slackScheme.key, chatFields),
    schemaFor("teams", teamsScheme.key, chatFields),
    schemaFor("mattermost", mattermostScheme.key, chatFields),
    schemaFor("zulip", zulipScheme.key, { identityKind }),
    schemaFor("hmac", hmac.key, { ...mapFields, ...hmacFields }).check(
      checkSignedText,
      checkHmacKeys,
      identifiedByHeaderOrMap,
    ),
    schemaFor("ed25519", ed25519.key, {
      ...mapFields,
      ...ed25519Fields,
      ...chatOf("discord"),
    }).check(checkSignedText, identifiedByHeaderOrMap, identityKindBesideChat),
    schemaFor("header", headerToken.key, {
      ...identifyingMapFields,
      ...headerFields,
    }),
    schemaFor("basic", basic.key, identifyingMapFields),
    z
      .strictObject({
        scheme: z.literal("jwt"),
        // No keys: the issuer publishes them.
        ...commonFields,
        ...identifyingMapFields,
        ...jwtFields,
        ...chatOf("google-chat"),
      })
      .check(identifiesSender, identityKindBesideChat),
    z.strictObject({
      scheme: z.literal("eventbridge"),
      /** Event sources that our bus admits, or `aws.scheduler` for the schedules that we declare. */
      sources: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
      scopes: z.array(scopeSchema),
    }),
  ])
  .check(checkOperatorKeys);
export type CallerEntry = z.infer<typeof entrySchema> & {
  /** The vendor whose parts the entry has. */
  preset?: string | undefined;
};
export type Scheme = CallerEntry["scheme"];
export type ScimOptions = NonNullable<
  Extract<CallerEntry, { scheme: "bearer" }>["scim"]
>;
/** The entry of a caller that sends HTTP requests. */
export type HttpEntry = Exclude<CallerEntry, { scheme: "eventbridge" }>;

/** The schemes of HTTP requests. The entry of each one is in the list above. */
export const schemes: Readonly<Record<HttpEntry["scheme"], SchemeRecord>> = {
  "standard-webhooks": standardWebhooks,
  bearer,
  basic,
  bamboohr: bambooHrScheme,
  slack: slackScheme,
  teams: teamsScheme,
  mattermost: mattermostScheme,
  zulip: zulipScheme,
  hmac,
  ed25519,
  header: headerToken,
  jwt,
};

/** The record of a scheme. Undefined for a scheme without HTTP requests. */
export function schemeOf(scheme: string): SchemeRecord | undefined {
  const all: Readonly<Record<string, SchemeRecord>> = schemes;
  return Object.hasOwn(all, scheme) ? all[scheme] : undefined;
}

/** A text that two entries share if their requests, apart from the keys, are checked in the same way. */
export function schemeTextOf(entry: { scheme: string }): string {
  const names = schemeOf(entry.scheme)?.fieldNames ?? [];
  const values = new Map<string, unknown>(Object.entries(entry));
  return JSON.stringify([
    entry.scheme,
    ...names.map((name) => values.get(name)),
  ]);
}

/** The chat tool of a caller: its scheme, if only this tool has it, or `chat` of the entry. */
export function chatToolOf(entry: CallerEntry): string | undefined {
  if (schemeOf(entry.scheme)?.isChat) return entry.scheme;
  return "chat" in entry ? entry.chat : undefined;
}

/** Whether a key is too short for a caller that sees every operation. */
export function isTooShort(key: string, scopes: readonly Scope[]): boolean {
  return (
    key.length < minOperatorKeyLength && operatorScopeOf(scopes) !== undefined
  );
}

function checkOperatorKeys({
  value: { keys = [], scopes },
  issues,
}: z.core.ParsePayload<{ keys?: string[]; scopes: Scope[] }>): void {
  const scope = operatorScopeOf(scopes);
  if (scope === undefined) return;
  for (const [index, key] of keys.entries())
    if (key.length < minOperatorKeyLength)
      issues.push({
        code: "custom",
        input: undefined,
        path: ["keys", index],
        message: `must have at least ${minOperatorKeyLength} characters, because the caller has the scope ${scope}`,
      });
}

function operatorScopeOf(scopes: readonly Scope[]): Scope | undefined {
  return operatorScopes.find((scope) => scopes.includes(scope));
}

function isIdentifying({
  deliveryId,
  timestamp,
}: Pick<FieldMap, "deliveryId" | "timestamp">): boolean {
  return Boolean(deliveryId ?? timestamp);
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
    /** The day on which the newest key was made. */
    keyedAt: z.optional(z.iso.date()),
    ...commonFields,
    ...fields,
  });
}
