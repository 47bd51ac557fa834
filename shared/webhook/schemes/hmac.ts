import * as z from "zod/mini";
import { macOf } from "./mac.ts";
import {
  defineScheme,
  equalSecrets,
  type SignedRequest,
  type SchemeVerdict,
} from "./scheme.ts";
import {
  fillTemplate,
  signedHeaders,
  type SignedParts,
  signedTextFields,
  templateSchema,
  verifySignedText,
} from "./signed-text.ts";

export const hmacFields = {
  ...signedTextFields,
  hash: z._default(z.enum(["sha256", "sha512"]), "sha256"),
  template: z._default(templateSchema, "{body}"),
  /** How the text of a key becomes bytes. */
  keyEncoding: z._default(z.enum(["utf8", "base64", "hex"]), "utf8"),
};
const hmacSchema = z.object(hmacFields);
export type HmacOptions = z.infer<typeof hmacSchema>;

/** The forms of keys of 15 bytes or more that lose none of them when they are decoded. */
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

/** A HMAC over the body, or over a text with the body, in a header of its own. The entry of the caller has the form. */
export function verifyHmac(
  options: HmacOptions,
  request: SignedRequest,
  keys: readonly string[],
  nowMs: number,
): SchemeVerdict {
  // The whole text is compared, so a second spelling of a valid signature is rejected.
  return verifySignedText(options, request, keys, nowMs, (key, text, given) =>
    equalSecrets(signText(options, key, text), given),
  );
}

/** Creates the value of the header with the signature. */
export function signHmac(
  options: HmacOptions,
  key: string,
  parts: SignedParts,
): string {
  return signText(options, key, fillTemplate(options.template, parts));
}

function signText(options: HmacOptions, key: string, text: Uint8Array): string {
  const { prefix, encoding } = options;
  return prefix + macOf(options, key, text).toString(encoding);
}

export const hmac = defineScheme({
  fields: hmacFields,
  verify: (request, keys, nowMs, options) =>
    verifyHmac(options, request, keys, nowMs),
  sign: (key, sent, options) =>
    signedHeaders(options, sent, signHmac(options, key, sent)),
});

type VendorParts = {
  key: z.ZodMiniType<string>;
  isChat?: true;
  /** Further headers of each request. */
  headers?: Record<string, string>;
  /** Reads the header with the signature. @default as it is */
  readSignature?: (value: string) => string;
};

/** The scheme of a vendor whose signature always has this form. */
export function hmacSchemeOf(
  form: HmacOptions,
  { headers = {}, readSignature = (value) => value, ...parts }: VendorParts,
) {
  return defineScheme({
    ...parts,
    fields: {},
    verify: (request, keys, nowMs) => {
      const header = (name: string) => {
        const value = request.header(name);
        return name === form.header && value !== undefined
          ? readSignature(value)
          : value;
      };
      return verifyHmac(form, { ...request, header }, keys, nowMs);
    },
    sign: (key, sent) => ({
      ...headers,
      ...signedHeaders(form, sent, signHmac(form, key, sent)),
    }),
  });
}
