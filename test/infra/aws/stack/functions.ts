import { describe, expect, test, vi } from "vitest";
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
  durableNames,
  workflowNames,
} from "../../../../infra/aws/deployment/functions.ts";
import { resourceNameOf } from "../../../../infra/aws/resource-names.ts";
import { readContext } from "../../../../infra/aws/deployment/context.ts";
import { shippedTemplate } from "../template.ts";

type Lambda = {
  FunctionName: string;
  Timeout: number;
  Environment: { Variables: Record<string, string> };
  DurableConfig?: object;
  DeadLetterConfig?: { TargetArn: string };
};

const template = shippedTemplate();
const lambdas = template.all<Lambda>("AWS::Lambda::Function");

const lambda = (name: FunctionName): Lambda =>
  lambdas.find(
    ({ Properties }) => Properties.FunctionName === resourceNameOf(name),
  )!.Properties;

test("the template has exactly one Lambda function for each bundle", () => {
  expect(
    lambdas.map(({ Properties }) => Properties.FunctionName).sort(),
  ).toEqual(functionNames.map((name) => resourceNameOf(name)).sort());
});

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

describe("environment", () => {
  test.each(functionNames)(
    "%s has the variables that its config reads, and no others",
    (name) => {
      const resource = lambdas.find(
        ({ Properties }) => Properties.FunctionName === resourceNameOf(name),
      )!;
      const found = template.variablesOf(resource);
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

  test("the variables carry the settings of the deployment", () => {
    const context = readContext();
    expect(lambda("employment-workflow").Environment.Variables).toMatchObject({
      BASE_URL: context.baseUrl,
      GRACE_DAYS: "7",
      MIN_GRACE_DAYS: "1",
      DELETION_LIMIT_PERCENT: "5",
      SETTINGS_FILE: "settings.json",
    });
  });
});

describe("timeouts", () => {
  test("a call times out before its step, a step before its function, and a function before API Gateway", () => {
    const [{ TimeoutInMillis }] = template.propertiesOf<{
      TimeoutInMillis: number;
    }>("AWS::ApiGatewayV2::Integration") as [{ TimeoutInMillis: number }];
    const callMs = Number(
      lambda("employment-workflow").Environment.Variables["CALL_TIMEOUT_MS"],
    );
    // A lease lasts longer than the calls that it protects, and no step takes longer than a lease.
    const leaseMs = 90_000;
    expect(callMs * 2).toBeLessThan(leaseMs);
    for (const name of workflowNames)
      expect(lambda(name).Timeout * 1_000).toBeGreaterThan(leaseMs * 2);
    const preferredWaitMs = 25_000;
    for (const name of receiverNames) {
      expect(lambda(name).Timeout * 1_000).toBeGreaterThan(preferredWaitMs);
      expect(lambda(name).Timeout * 1_000).toBeLessThan(TimeoutInMillis);
    }
    expect(lambda("scheduler-handler").Timeout).toBe(90);
  });
});

describe("durable functions", () => {
  test("are exactly the workflows, and have the alias live", () => {
    const durable = lambdas.filter(
      ({ Properties }) => Properties.DurableConfig,
    );
    expect(
      durable.map(({ Properties }) => Properties.FunctionName).sort(),
    ).toEqual(durableNames.map((name) => resourceNameOf(name)).sort());
    for (const name of durableNames)
      expect(lambda(name).DurableConfig).toEqual({
        ExecutionTimeout: 7 * 86_400,
        RetentionPeriodInDays: 14,
      });
    const aliases = template.all<{ Name: string; FunctionName: string }>(
      "AWS::Lambda::Alias",
    );
    expect(
      aliases.map(({ Properties: { FunctionName, Name } }) => [
        FunctionName,
        Name,
      ]),
    ).toEqual(durableNames.map((name) => [resourceNameOf(name), "live"]));
  });
});

describe("an invocation that failed", () => {
  const queue = (name: string) =>
    `arn:aws:sqs:us-east-1:000000000000:community-automation-${name}`;

  test("goes to the queue failures from the events receiver, and to repeated from the scheduler", () => {
    const configs = template.all<{
      FunctionName: string;
      DestinationConfig: { OnFailure: { Destination: string } };
    }>("AWS::Lambda::EventInvokeConfig");
    const destinations = configs.map(({ Properties }) => [
      Properties.FunctionName,
      Properties.DestinationConfig.OnFailure.Destination,
    ]);
    expect(Object.fromEntries(destinations)).toEqual({
      [resourceNameOf("events-receiver")]: queue("failures"),
      [resourceNameOf("scheduler-handler")]: queue("repeated"),
    });
  });

  test("goes to the queue repeated as the dead letter of a workflow", () => {
    for (const name of workflowNames)
      expect(lambda(name).DeadLetterConfig).toEqual({
        TargetArn: queue("repeated"),
      });
  });
});
