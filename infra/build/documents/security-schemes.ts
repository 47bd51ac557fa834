import type { Oas3SecurityScheme } from "@redocly/openapi-core";
import {
  type HttpEntry,
  schemeOf,
  schemes,
} from "../../../shared/webhook/caller-entry.ts";

const header = (name: string, description: string): Oas3SecurityScheme => ({
  type: "apiKey",
  in: "header",
  name,
  description,
});

const chosen = "The entry of the caller in the callers secret names it.";

/** What is known of a scheme beside its headers. */
const described: Partial<Record<HttpEntry["scheme"], Oas3SecurityScheme>> = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A token of the callers secret, for senders and operators.",
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "A user and a password of the callers secret (RFC 7617).",
  },
  jwt: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "A token of the issuer that the entry of the caller names, such as one of Google Chat.",
  },
  "standard-webhooks": header(
    "webhook-signature",
    "Standard Webhooks: `v1,` or `v1a,` and the signature of `webhook-id`, `webhook-timestamp` and the body.",
  ),
  hmac: header("x-signature", `An HMAC in a header of the sender. ${chosen}`),
  ed25519: header(
    "x-signature-ed25519",
    `An Ed25519 signature in a header of the sender. ${chosen}`,
  ),
  header: header("x-api-key", `A token in a header of the sender. ${chosen}`),
  bamboohr: header(
    "x-bamboohr-signature",
    "BambooHR: an HMAC of the body and `x-bamboohr-timestamp`.",
  ),
};

/** How a request of each scheme is authenticated. OpenAPI has no word for a signature, so it is a header. */
export const securitySchemes: Readonly<Record<string, Oas3SecurityScheme>> = {
  ...described,
  ...Object.fromEntries(
    Object.keys(schemes)
      .filter((name) => !Object.hasOwn(described, name))
      .map((name) => [
        name,
        header(
          headerOf(name),
          `As the chat tool sends it ([its page](sources/${name}.md)).`,
        ),
      ]),
  ),
};

/** The header with the signature or the token. A tool whose token is in the body has none. */
function headerOf(scheme: string): string {
  const sent = { id: "", timestamp: "0", body: "" };
  // With any key, because only the names of the headers count.
  const signed = schemeOf(scheme)?.sign({}, "AAAA", sent) ?? {};
  const headers = Object.keys(signed).filter((name) => name !== "content-type");
  return headers.find((name) => !name.includes("timestamp")) ?? "content-type";
}

const chatNames = Object.entries(schemes).flatMap(([name, { isChat }]) =>
  isChat ? [name] : [],
);
const names = Object.keys(securitySchemes);
const requirementsOf = (isMeant: (name: string) => boolean) =>
  names.filter(isMeant).map((name) => ({ [name]: [] }));
export const senderSecurity = requirementsOf(
  (name) => !chatNames.includes(name),
);
/** Chat tools send to the receiver of statuses only. */
export const anySecurity = requirementsOf(() => true);
/** The operators' API takes tokens only. */
export const operatorSecurity = [{ bearer: [] }];
