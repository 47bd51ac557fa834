import {
  type HttpEntry,
  schemes,
} from "../../../shared/webhook/caller-entry.ts";

type SecurityScheme =
  | { type: "http"; scheme: string; bearerFormat?: string; description: string }
  | { type: "apiKey"; in: "header"; name: string; description: string };

const header = (name: string, description: string): SecurityScheme => ({
  type: "apiKey",
  in: "header",
  name,
  description,
});

const chosen = "The entry of the caller in the callers secret names it.";

/** How a request of each scheme is authenticated. OpenAPI has no word for a signature, so it is a header. */
export const securitySchemes: Record<HttpEntry["scheme"], SecurityScheme> = {
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
  slack: header(
    "x-slack-signature",
    "Slack: an HMAC of `x-slack-request-timestamp` and the body.",
  ),
  teams: header("authorization", "Teams: `HMAC` and an HMAC of the body."),
  mattermost: header("authorization", "Mattermost: `Token` and its token."),
  zulip: header("content-type", "Zulip: its token is in the JSON body."),
};

const names = Object.keys(securitySchemes);
const requirementsOf = (isMeant: (name: string) => boolean) =>
  names.filter(isMeant).map((name) => ({ [name]: [] }));
const chatNames = Object.entries(schemes).flatMap(([name, { isChat }]) =>
  isChat ? [name] : [],
);

/** The schemes of senders of events. */
export const senderSecurity = requirementsOf(
  (name) => !chatNames.includes(name),
);
/** Chat tools send to the receiver of statuses only. */
export const anySecurity = requirementsOf(() => true);
/** The operators' API takes tokens only. */
export const operatorSecurity = [{ bearer: [] }];
