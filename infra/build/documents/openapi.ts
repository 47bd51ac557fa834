import { eventPaths } from "./event-paths.ts";
import { examples } from "./examples.ts";
import { operatorPaths } from "./operator-paths.ts";
import { type Paths, responses } from "./path-parts.ts";
import { license, schemas, version } from "./schemas.ts";
import { securitySchemes } from "./security-schemes.ts";
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
        'Events of HR systems, and the operators\' API. The gateway itself answers 404 for an unknown path, 413 for more than 10 MB and 429 for too many requests, each as `{ "message": "..." }` and without `Retry-After`.',
      license,
    },
    servers: [
      {
        url: "https://{host}",
        description: "`Webhooks` in the outputs of the deployment.",
        variables: { host: { default: "automation.your-company.test" } },
      },
    ],
    tags: [
      { name: "Events", description: "The events that senders send." },
      { name: "Operations", description: "The operations of events." },
      { name: "Employees", description: "The employees in our store." },
      {
        name: "Lists",
        description:
          "Whole lists of people, in a deployment with the setting `lists`.",
      },
      { name: "Deployment", description: "The state of the whole deployment." },
      {
        name: "Notices",
        description: "The requests that we send to subscribers.",
      },
    ],
    paths,
    webhooks,
    components: { securitySchemes, responses, examples, schemas },
  };
}
