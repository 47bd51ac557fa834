import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import { createAccess } from "../../../shared/access/access.ts";
import {
  communitySecretSchema,
  createCommunitySecret,
} from "../../../shared/access/community-secret.ts";
import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { readSecret } from "../../../shared/aws/secrets.ts";
import { timeouts } from "../../../shared/aws/timeouts.ts";
import {
  onboardingWorkflowSchema,
  readConfig,
} from "../../../shared/config.ts";
import { createLifecycle } from "../../../shared/lifecycle/lifecycle.ts";
import { createLog } from "../../../shared/log.ts";
import { createOnboarding } from "../workflow.ts";

const config = readConfig(onboardingWorkflowSchema);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient(timeouts);

export const handler = withDurableExecution(
  createOnboarding({
    lifecycle: createLifecycle(documents, config.LIFECYCLE_TABLE, Date.now),
    access: createAccess({
      baseUrl: config.BASE_URL,
      authUrl: config.AUTH_URL,
      serviceAuth: config.SERVICE_AUTH,
      personAuth: config.PERSON_AUTH,
      secret: createCommunitySecret({
        read: () =>
          readSecret(secrets, config.COMMUNITY_SECRET, communitySecretSchema),
        nowMs: Date.now,
      }),
      documents,
      tokensTable: config.TOKENS_TABLE,
      callTimeoutMs: config.CALL_TIMEOUT_MS,
      loginLeaseMs: config.LOGIN_LEASE_MS,
    }),
    taskTemplate: config.TASK_TEMPLATE,
    passwordPolicy: {
      length: config.PASSWORD_LENGTH,
      symbols: config.PASSWORD_SYMBOLS,
    },
    nowMs: Date.now,
    random: Math.random,
    log: createLog("onboarding-workflow"),
  }),
);
