import { hmacSchemeOf } from "./hmac.ts";
import { tokenSchema } from "./scheme.ts";

/**
 * BambooHR signs the body followed directly by the text of the timestamp, which is in Unix seconds or in ISO 8601;
 * senders use both forms. The scheme signs no delivery id.
 *
 * @see BambooHR documentation, "Webhooks", Security
 */
export const bambooHrScheme = hmacSchemeOf(
  {
    header: "x-bamboohr-signature",
    prefix: "",
    hash: "sha256",
    encoding: "hex",
    keyEncoding: "utf8",
    template: "{body}{timestamp}",
    timestampHeader: "x-bamboohr-timestamp",
  },
  { key: tokenSchema },
);
