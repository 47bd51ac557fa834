import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import * as z from "zod/mini";
import { defineScheme } from "./scheme.ts";
import {
  signedHeaders,
  signedTextFields,
  templateSchema,
  verifySignedText,
} from "./signed-text.ts";

export const ed25519Fields = {
  ...signedTextFields,
  template: z._default(templateSchema, "{timestamp}{body}"),
};

/** A public key of 32 bytes as hex, as base64, or as Standard Webhooks writes it (`whpk_`). */
const publicKeySchema = z
  .string()
  .check(
    z.regex(
      /^(?:[0-9A-Fa-f]{64}|(?:whpk_)?[A-Za-z0-9+/]{43}=)$/,
      "must be a public key of Ed25519, which has 32 bytes, as hex or base64",
    ),
  );

/** The bytes of a signature. Undefined for another prefix or length, and for a second spelling of the same bytes. */
export function decodeSignature(
  given: string,
  prefix: string,
  encoding: "hex" | "base64",
  length = 64,
): Buffer | undefined {
  if (!given.startsWith(prefix)) return undefined;
  const text = given.slice(prefix.length);
  const signature = Buffer.from(text, encoding);
  return signature.length === length && signature.toString(encoding) === text
    ? signature
    : undefined;
}

/** Whether the owner of a public key has signed a text. False for text that is no key. */
export function isSignedBy(
  publicKey: string,
  text: Uint8Array,
  signature: Uint8Array,
): boolean {
  const bytes = bytesOf(publicKey);
  const x = bytes.toString("base64url");
  try {
    const key = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x },
      format: "jwk",
    });
    return verify(null, text, key, signature);
  } catch {
    return false;
  }
}

/** Signs a text with a private key of 32 bytes; the public key may follow them, as Standard Webhooks writes it. */
export function signWith(privateKey: string, text: Uint8Array): Buffer {
  // PKCS #8 of an Ed25519 key is this beginning and the 32 bytes (RFC 8410, §7).
  const beginning = Buffer.from("302e020100300506032b657004220420", "hex");
  const bytes = bytesOf(privateKey).subarray(0, 32);
  const key = createPrivateKey({
    key: Buffer.concat([beginning, bytes]),
    format: "der",
    type: "pkcs8",
  });
  return sign(null, text, key);
}

function bytesOf(key: string): Buffer {
  const text = key.replace(/^wh[ps]k_/, "");
  return Buffer.from(text, text.length === 64 ? "hex" : "base64");
}

/**
 * An Ed25519 signature (RFC 8032) in a header of its own, as Discord sends it. The keys are public, so the secret of
 * the sender is in no place of ours.
 */
export const ed25519 = defineScheme({
  key: publicKeySchema,
  fields: ed25519Fields,
  verify: (request, keys, nowMs, options) =>
    verifySignedText(options, request, keys, nowMs, (key, text, given) => {
      const { prefix, encoding } = options;
      const signature = decodeSignature(given, prefix, encoding);
      return signature !== undefined && isSignedBy(key, text, signature);
    }),
  /** `key` is the private key, `whsk_` and its 32 bytes as base64. */
  sign: (key, sent, options) =>
    signedHeaders(
      options,
      sent,
      (text) => options.prefix + signWith(key, text).toString(options.encoding),
    ),
});
