import * as z from "zod/mini";
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { type Definition, defineScheme, equalSecrets } from "./scheme.ts";
import {
  signedHeaders,
  signedTextFields,
  templateSchema,
  verifySignedText,
} from "./signed-text.ts";

export type MacOptions = {
  hash: "sha256" | "sha512";
  /** How the text of a key becomes bytes. */
  keyEncoding: "utf8" | "base64" | "hex";
};

/**
 * The keys that were used, which are few because they come from our secrets. Node 24 needs 40 µs for a HMAC with the
 * bytes of a key, and 7 µs with a key object.
 */
const keyObjects = new Map<string, KeyObject>();

/** The HMAC of a text (RFC 2104). */
export function macOf(
  { hash, keyEncoding }: MacOptions,
  key: string,
  text: Uint8Array,
): Buffer {
  const id = `${keyEncoding} ${key}`;
  const keyObject = keyObjects.get(id) ?? createSecretKey(key, keyEncoding);
  keyObjects.set(id, keyObject);
  return createHmac(hash, keyObject).update(text).digest();
}

export const hmacFields = {
  ...signedTextFields,
  hash: z._default(z.enum(["sha256", "sha512"]), "sha256"),
  template: z._default(templateSchema, "{body}"),
  /** How the text of a key becomes bytes. */
  keyEncoding: z._default(z.enum(["utf8", "base64", "hex"]), "utf8"),
};
const hmacSchema = z.object(hmacFields);
type HmacOptions = z.infer<typeof hmacSchema>;

/** The forms of keys that have enough bytes, and lose none of them when they are decoded. */
const keyForms = {
  utf8: { form: /^.{12,}$/s, name: "text of 12 characters or more" },
  base64: {
    form: /^(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/,
    name: "20 characters or more of base64",
  },
  hex: {
    form: /^(?:[0-9A-Fa-f]{2}){16,}$/,
    name: "32 characters or more of hex",
  },
};

/** Refuses a key that its encoding would shorten: an attacker could sign with what is left. */
export function checkHmacKeys({
  value: { keys, keyEncoding },
  issues,
}: z.core.ParsePayload<HmacOptions & { keys: string[] }>): void {
  const { form, name } = keyForms[keyEncoding];
  for (const [index, key] of keys.entries())
    if (!form.test(key))
      issues.push({
        code: "custom",
        input: undefined,
        path: ["keys", index],
        message: `must be ${name}`,
      });
}

type HmacParts<F extends z.core.$ZodShape> = Pick<
  Definition<F>,
  "key" | "fields" | "isChat"
> & {
  formOf: (entry: z.infer<z.ZodMiniObject<F>>) => HmacOptions;
  /** Further headers of each request. */
  headers?: Record<string, string>;
  /** Reads the header with the signature. @default as it is */
  readSignature?: (value: string) => string;
};

/** Makes a scheme with a HMAC over the body, or over a text with the body, in a header of its own. */
function hmacScheme<F extends z.core.$ZodShape>({
  formOf,
  headers = {},
  readSignature = (value) => value,
  ...parts
}: HmacParts<F>) {
  const signText = (form: HmacOptions, key: string, text: Uint8Array) =>
    form.prefix + macOf(form, key, text).toString(form.encoding);
  return defineScheme({
    ...parts,
    verify: (request, keys, nowMs, entry) => {
      const form = formOf(entry);
      // The whole text is compared, so a second spelling of a valid signature is rejected.
      return verifySignedText(form, request, keys, nowMs, (key, text, given) =>
        equalSecrets(signText(form, key, text), readSignature(given)),
      );
    },
    sign: (key, sent, entry) => {
      const form = formOf(entry);
      const sign = (text: Uint8Array) => signText(form, key, text);
      return { ...headers, ...signedHeaders(form, sent, sign) };
    },
  });
}

/** The entry of the caller has the form. */
export const hmac = hmacScheme({
  fields: hmacFields,
  formOf: (entry) => entry,
});

/** The scheme of a vendor whose signature always has this form. */
export const hmacSchemeOf = (
  form: HmacOptions,
  parts: Omit<HmacParts<Record<never, never>>, "fields" | "formOf">,
) => hmacScheme({ ...parts, fields: {}, formOf: () => form });
