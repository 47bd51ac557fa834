import * as z from "zod/mini";
import { identityKindSchema } from "../fields.ts";
import { hostSchemaFor } from "../host.ts";
import { fieldMapSchema, type FieldMap } from "./field-map/field-map.ts";
import { handshakeSchema } from "./handshake.ts";
import { lookupSchema } from "./lookup.ts";
import { basicKeySchema } from "./schemes/basic.ts";
import { ed25519Fields, publicKeySchema } from "./schemes/ed25519.ts";
import { headerFields, headerKeySchema } from "./schemes/header.ts";
import { checkHmacKeys, hmacFields } from "./schemes/hmac.ts";
import { checkSender, jwtFields } from "./schemes/jwt.ts";
import { checkSignedText } from "./schemes/signed-text.ts";
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

/**
 * 24 to 64 bytes as base64. Other text would decode to fewer bytes or to none, and an attacker could sign with such a
 * key.
 */
export const signingKeySchema = z
  .string()
  .check(z.regex(/^(?:whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/));
/** A key of which we have both halves, or the public key of the sender, who signs with `v1a`. */
const standardKeySchema = z.union(
  [signingKeySchema, z.string().check(z.regex(/^whpk_[A-Za-z0-9+/]{43}=$/))],
  "is not of an allowed form",
);
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
  /** How the sender tests the URL. */
  handshake: z.optional(handshakeSchema),
};
const identityMessage =
  'must have "timestamp" or "deliveryId", which distinguish one event from another';
/**
 * For senders whose scheme signs no delivery id. The field map must name one: otherwise two events with equal content,
 * such as a second termination, would be one event.
 */
const identifyingMapField = {
  ...mapField,
  map: z.optional(
    fieldMapSchema.check(z.refine(isIdentifying, identityMessage)),
  ),
};
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

const commonFields = {
  scopes: z.array(scopeSchema),
  /** Only requests from these ranges are authentic. Without it, requests from every address. */
  addresses: z.optional(z.array(rangeSchema).check(z.minLength(1))),
};

/** How a caller is authenticated, what it may send, and how its events are read. */
export const entrySchema = z
  .discriminatedUnion("scheme", [
    schemaFor("standard-webhooks", standardKeySchema, mapField),
    schemaFor("bearer", tokenSchema, identifyingMapField),
    schemaFor("bamboohr", tokenSchema, identifyingMapField),
    schemaFor("slack", tokenSchema, chatFields),
    schemaFor("teams", teamsTokenSchema, chatFields),
    schemaFor("mattermost", tokenSchema, chatFields),
    schemaFor("hmac", z.string(), { ...mapField, ...hmacFields }).check(
      checkSignedText,
      checkHmacKeys,
      checkIdentity,
    ),
    schemaFor("ed25519", publicKeySchema, {
      ...mapField,
      ...ed25519Fields,
    }).check(checkSignedText, checkIdentity),
    schemaFor("header", headerKeySchema, {
      ...identifyingMapField,
      ...headerFields,
    }),
    schemaFor("basic", basicKeySchema, identifyingMapField),
    z
      .strictObject({
        scheme: z.literal("jwt"),
        // No keys: the issuer publishes them.
        ...commonFields,
        ...identifyingMapField,
        ...jwtFields,
        /** The chat tool whose messages the caller sends. Without it, the caller sends events. */
        chat: z.optional(z.enum(["google-chat"])),
        identityKind,
      })
      .check(checkSender, checkIdentityKind),
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
export type ChatTool = NonNullable<ReturnType<typeof chatToolOf>>;
/** The entry of a caller that sends HTTP requests. */
export type HttpEntry = Exclude<CallerEntry, { scheme: "eventbridge" }>;

const schemeFields: Partial<Record<Scheme, object>> = {
  hmac: hmacFields,
  ed25519: ed25519Fields,
  header: headerFields,
  jwt: jwtFields,
};

/** A text that is equal for two entries if, apart from their keys, their requests are checked in the same way. */
export function schemeTextOf(entry: { scheme: Scheme }): string {
  const names = Object.keys(schemeFields[entry.scheme] ?? {});
  const values = new Map<string, unknown>(Object.entries(entry));
  return JSON.stringify([
    entry.scheme,
    ...names.map((name) => values.get(name)),
  ]);
}

/** The chat tool of a caller: its scheme, if only this tool has it, or `chat` of the entry. */
export function chatToolOf(entry: CallerEntry) {
  switch (entry.scheme) {
    case "slack":
    case "teams":
    case "mattermost":
      return entry.scheme;
    case "jwt":
      return entry.chat;
    default:
      return undefined;
  }
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
    if (isTooShort(key, scopes))
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

function checkIdentityKind({
  value,
  issues,
}: z.core.ParsePayload<{ chat?: unknown; identityKind?: unknown }>): void {
  if (value.identityKind === undefined || value.chat !== undefined) return;
  issues.push({
    code: "custom",
    input: undefined,
    path: ["identityKind"],
    message: 'must stand beside "chat"',
  });
}

/** As {@link identifyingMapField}, for a scheme that may sign a delivery id. */
function checkIdentity({
  value: { idHeader, map },
  issues,
}: z.core.ParsePayload<{
  idHeader?: string | undefined;
  map?: FieldMap | undefined;
}>): void {
  if (idHeader !== undefined || map === undefined || isIdentifying(map)) return;
  issues.push({
    code: "custom",
    input: undefined,
    path: ["map"],
    message: identityMessage,
  });
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
