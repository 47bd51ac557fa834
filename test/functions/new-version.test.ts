import { expect, test } from "vitest";
import { localFunctions } from "../../infra/local/functions.ts";
import { useBundledStack } from "../environments/bundled-stack.ts";
import { hireEvent } from "../fixtures/hire.ts";
import { isThorough } from "../resilience/effort.ts";

const stack = useBundledStack();

/** Deploys the workflow of hires again, without the templates for tasks. */
function deployWithoutTemplates(): void {
  const { lambda, platform, dynamodb, secretsManager } = stack();
  const functions = localFunctions({
    platform: platform.origin,
    dynamodb: dynamodb.endpoint,
    secretsManager: secretsManager.endpoint,
  });
  const environment = functions["employment-workflow"]?.environment;
  lambda.deploy("employment-workflow", {
    environment: { ...environment, TEMPLATES: "[]" },
  });
}

test.runIf(isThorough)(
  "a hire that a deployment interrupts ends with its own version, and the next hire has the new one",
  async () => {
    const { deliver, settled, platform, lambda } = stack();
    const tasksOf = (username: string) =>
      platform.tasksOf(platform.findPerson(username)?.id ?? "");
    const withoutTasks = { tasks: undefined };
    const first = await deliver(hireEvent("E-1", withoutTasks));
    deployWithoutTemplates();
    await lambda.killSandboxes();
    expect(await settled(first)).toMatchObject({ status: "succeeded" });
    expect(tasksOf("user.e-1")).toHaveLength(3);

    const second = await deliver(hireEvent("E-2", withoutTasks));
    expect(await settled(second)).toMatchObject({ status: "succeeded" });
    expect(tasksOf("user.e-2")).toHaveLength(0);
  },
);
