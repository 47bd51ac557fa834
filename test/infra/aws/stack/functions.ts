import { expect, test, vi } from "vitest";
import { readConfig } from "../../../../shared/runtime/config.ts";
import {
  type Definitions,
  isSetting,
  settingsFile,
} from "../../../../shared/runtime/setting.ts";
import {
  receiverNames,
  type FunctionName,
  functionConfigs,
  functionNames,
  workflowNames,
} from "../../../../infra/aws/deployment/functions.ts";
import { leaseMs } from "../../../../shared/store/leases.ts";
import { preferredWaitSeconds } from "../../../../shared/webhook/prefer-wait.ts";
import { shippedTemplate } from "../template.ts";

type Lambda = {
  Timeout: number;
  Environment: { Variables: Record<string, string> };
};

const template = shippedTemplate();
const lambda = (name: FunctionName): Lambda =>
  template.functionOf<Lambda>(name).Properties;

/** The variables that a function reads; docs/configuration.md lists them. */
function variablesIn(definitions: Definitions): string[] {
  return Object.values(definitions).flatMap((one) =>
    isSetting(one)
      ? "variable" in one && typeof one.variable === "string"
        ? one.variable
        : []
      : variablesIn(one),
  );
}

test.each(functionNames)(
  "%s has the variables that its config reads, and no others",
  (name) => {
    const found = template.variablesOf(template.functionOf<Lambda>(name));
    const known = [
      settingsFile.variable,
      ...variablesIn(functionConfigs[name]),
    ];
    expect(Object.keys(found).filter((one) => !known.includes(one))).toEqual(
      [],
    );
    for (const [variable, value] of Object.entries(found))
      vi.stubEnv(variable, value);
    expect(() => readConfig(functionConfigs[name])).not.toThrow();
    vi.unstubAllEnvs();
  },
);

test("a lease is longer than two calls, a workflow than two leases, a receiver than its longest wait, and API Gateway than a receiver", () => {
  const [{ TimeoutInMillis }] = template.propertiesOf<{
    TimeoutInMillis: number;
  }>("AWS::ApiGatewayV2::Integration") as [{ TimeoutInMillis: number }];
  const callMs = Number(
    lambda("employment-workflow").Environment.Variables["CALL_TIMEOUT_MS"],
  );
  // A step takes no longer than the lease that protects its calls.
  expect(callMs * 2).toBeLessThan(leaseMs);
  for (const name of workflowNames)
    expect(lambda(name).Timeout * 1_000).toBeGreaterThan(leaseMs * 2);
  const longestWaitMs = preferredWaitSeconds("wait=60")! * 1_000;
  for (const name of receiverNames) {
    expect(lambda(name).Timeout * 1_000).toBeGreaterThan(longestWaitMs);
    expect(lambda(name).Timeout * 1_000).toBeLessThan(TimeoutInMillis);
  }
});

test("the scheduler may run for 90 s, in the first half of which its passes begin work", () => {
  expect(lambda("scheduler-handler").Timeout).toBe(90);
});
