import { afterEach, expect, test, vi } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { createWorkflowDependencies } from "../../../shared/runtime/workflow-dependencies.ts";
import { readConfig, workflowConfig } from "../../../shared/runtime/config.ts";
import { useSecretsManager } from "../../fixtures/secrets-manager.ts";
import { workflowVariables } from "./workflow-variables.ts";

// The walks on the bundles show that receivers and workflows use the parts of their configuration.

const { community } = localSecrets;
const secrets = useSecretsManager({ community }, workflowVariables);
afterEach(() => {
  vi.useRealTimers();
});

const create = () =>
  createWorkflowDependencies(readConfig(workflowConfig), "greeting-workflow");

test("a workflow keeps the community secret that it has during an outage of Secrets Manager", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { platformAuth } = create();
  const before = await platformAuth.probes.configuration();
  secrets.fault = "internal-error";
  vi.advanceTimersByTime(61_000);
  expect(await platformAuth.probes.configuration()).toEqual(before);
});

test("a workflow limits its calls to the platform only if the environment sets a rate", () => {
  expect(create().callsPerSecond).toBeUndefined();
  vi.stubEnv("PLATFORM_CALLS_PER_SECOND", "90");
  expect(create().callsPerSecond).toBe(90);
});
