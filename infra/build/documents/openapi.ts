import { eventPaths } from "./event-paths.ts";
import { operatorPaths } from "./operator-paths.ts";
import type { Paths } from "./path-parts.ts";
import { license, schemas, version } from "./schemas.ts";
import { webhooks } from "./webhooks.ts";

/**
 * The OpenAPI 3.1 document of everything behind the HTTP API and of the requests that we send, generated from the
 * schemas that check the requests.
 */
export function createOpenApi() {
  const paths: Paths = { ...eventPaths, ...operatorPaths };
  return {
    openapi: "3.1.0",
    info: {
      title: "Community automation",
      version,
      description:
        'Events of HR systems, and the operators\' API. The gateway itself answers 404 for an unknown path, 413 for more than 10 MB and 429 for too many requests, each as `{ "message": "..." }`.',
      license,
    },
    servers: [
      {
        url: "https://{host}",
        variables: {
          host: {
            default: "automation.your-company.test",
            description: "`Webhooks` in the outputs of the deployment.",
          },
        },
      },
    ],
    tags: [
      { name: "Events", description: "The events that senders send." },
      { name: "Operations", description: "The operations of events." },
      { name: "Employees", description: "The employees in our store." },
      { name: "Deployment", description: "The state of the whole deployment." },
      {
        name: "Notices",
        description: "The requests that we send to subscribers.",
      },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "A token of the callers secret, for senders and operators.",
        },
        standardWebhooks: {
          type: "apiKey",
          in: "header",
          name: "webhook-signature",
          description:
            "Standard Webhooks: `v1,` and the signature of `webhook-id`, `webhook-timestamp` and the body.",
        },
        bambooHr: {
          type: "apiKey",
          in: "header",
          name: "x-bamboohr-signature",
          description: "With `x-bamboohr-timestamp`.",
        },
        slack: {
          type: "apiKey",
          in: "header",
          name: "x-slack-signature",
          description: "With `x-slack-request-timestamp`.",
        },
        hmacOrToken: {
          type: "apiKey",
          in: "header",
          name: "authorization",
          description:
            "`HMAC` and a signature of Teams, `Token` and the token of Mattermost, or `Bearer` and a token of Google Chat.",
        },
      },
      schemas,
    },
  };
}
