import { type HmacOptions, signHmac, verifyHmac } from "./hmac.ts";
import { defineScheme, tokenSchema, type VerifySignature } from "./scheme.ts";

/**
 * BambooHR signs the body followed directly by the text of the timestamp, which is in Unix seconds or in ISO 8601;
 * senders use both forms. The scheme signs no delivery id.
 *
 * @see BambooHR documentation, "Webhooks", Security
 */
const bambooHrSignature: HmacOptions = {
  header: "x-bamboohr-signature",
  prefix: "",
  hash: "sha256",
  encoding: "hex",
  keyEncoding: "utf8",
  template: "{body}{timestamp}",
  timestampHeader: "x-bamboohr-timestamp",
};

export const verifyBambooHr: VerifySignature = (request, keys, nowMs) =>
  verifyHmac(bambooHrSignature, request, keys, nowMs);

/** Creates the `X-BambooHR-Signature` of a delivery. `timestamp` is the text of the `X-BambooHR-Timestamp` header. */
export function signBambooHr(
  key: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  return signHmac(bambooHrSignature, key, { timestamp, body });
}

export const bambooHrScheme = defineScheme({
  key: tokenSchema,
  fields: {},
  verify: verifyBambooHr,
  sign: (key, { timestamp, body }) => ({
    "x-bamboohr-timestamp": timestamp,
    "x-bamboohr-signature": signBambooHr(key, timestamp, body),
  }),
});
