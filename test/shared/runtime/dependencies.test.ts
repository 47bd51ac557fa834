import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  startSecretsManager,
  type SecretFault,
} from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig, workflowConfig } from "../../../shared/runtime/config.ts";
import { stubAws } from "../../fixtures/stub-aws.ts";

// The walks on the bundles show that receivers and workflows use the parts of their configuration.

let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
let fault: SecretFault | undefined;

beforeEach(async () => {
  fault = undefined;
  const { community } = localSecrets;
  secrets = await startSecretsManager({
    fault: () => fault,
    secrets: { community },
  });
  stubAws({
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    STORE_TABLE: "store",
    TOKENS_TABLE: "tokens",
    COMMUNITY_SECRET: "community",
    BASE_URL: "https://community.example.com",
    AUTH_URL: "https://auth.example.com",
  });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await secrets.close();
});

const create = () =>
  createWorkflowDependencies(readConfig(workflowConfig), "greeting-workflow");

test("a workflow keeps the community secret that it has during an outage of Secrets Manager", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { platformAuth } = create();
  const before = await platformAuth.probes.configuration();
  fault = "internal-error";
  vi.advanceTimersByTime(61_000);
  expect(await platformAuth.probes.configuration()).toEqual(before);
});

test("a workflow limits its calls to the platform only if the environment sets a rate", () => {
  expect(create().callsPerSecond).toBeUndefined();
  vi.stubEnv("PLATFORM_CALLS_PER_SECOND", "90");
  expect(create().callsPerSecond).toBe(90);
});
