import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { deploymentSettings } from "../../../../infra/aws/deployment/deployment-settings.ts";
import {
  gradualConfigs,
  rollbackAlarms,
} from "../../../../infra/aws/gradual-deployment.ts";
import { functionNames } from "../../../../infra/aws/deployment/functions.ts";
import { shippedTemplate, templateWithAllOptions } from "../template.ts";
import { captures } from "../../../fixtures/captures.ts";

/** A template with all options that the shipped settings leave out. */
const template = templateWithAllOptions();

describe("the prefix", () => {
  test("begins the name of each resource, so that two deployments fit into one account", () => {
    // The tag names the project, which is the same for all deployments.
    const withoutTags = (key: string, value: unknown) =>
      key === "Tags" ? undefined : value;
    const conflicts = Object.entries(template.json.Resources).filter(
      ([, { Properties }]) =>
        /community-automation/.test(
          JSON.stringify(Properties ?? {}, withoutTags),
        ),
    );
    expect(conflicts.map(([id]) => id)).toEqual([]);
    expect(template.stack.stackName).toBe("hr-staging");
  });

  test.each([
    ["Staging", "lower-case letters"],
    ["staging-", "lower-case letters"],
    ["1st", "lower-case letters"],
    ["x".repeat(41), "at most 40 lower-case letters"],
  ])("must not be %j", (prefix, message) => {
    const { schema } = deploymentSettings.prefix.value;
    expect(JSON.stringify(z.safeParse(schema, prefix).error)).toContain(
      message,
    );
  });

  test("may be so long that the longest name of a function has the 64 characters that Lambda accepts", () => {
    const { schema } = deploymentSettings.prefix.value;
    const longest = "x".repeat(40);
    expect(z.safeParse(schema, longest).success).toBe(true);
    const lengths = functionNames.map((name) => `${longest}-${name}`.length);
    expect(Math.max(...lengths)).toBe(64);
  });
});

test("termination protection is an option", () => {
  expect(template.stack.terminationProtection).toBe(true);
  expect(shippedTemplate().stack.terminationProtection).toBe(false);
});

test("a custom domain is mapped to the API, and is the address of the webhooks", () => {
  const [domain] = template.all("AWS::ApiGatewayV2::DomainName");
  expect(template.all("AWS::ApiGatewayV2::ApiMapping")).toHaveLength(1);
  expect(template.json.Outputs["Webhooks"]?.Value).toEqual({
    "Fn::Join": ["", ["https://", { Ref: domain?.id }]],
  });
  expect(template.json.Outputs).toHaveProperty("DomainTarget");
});

describe("a gradual deployment", () => {
  test("watches alarms that exist, and that roll it back before all requests are moved", () => {
    const groups = template.propertiesOf<{
      AlarmConfiguration: { Alarms: { Name: string }[] };
    }>("AWS::CodeDeploy::DeploymentGroup");
    const alarms = template.propertiesOf<{
      AlarmName: string;
      Period: number;
      EvaluationPeriods: number;
    }>("AWS::CloudWatch::Alarm");
    expect(groups).not.toEqual([]);
    for (const { AlarmConfiguration } of groups) {
      const names = AlarmConfiguration.Alarms.map(({ Name }) => Name);
      const watched = alarms.filter((one) => names.includes(one.AlarmName));
      expect(watched).toHaveLength(rollbackAlarms.length);
      // A deployment takes half an hour, and its new version may be slow from the middle of a period on.
      for (const { Period, EvaluationPeriods } of watched)
        expect((EvaluationPeriods + 1) * Period).toBeLessThan(30 * 60);
    }
  });

  test.each(Object.entries(gradualConfigs))(
    "takes as long with %s as docs/configuration.md says",
    (kind, { deploymentConfigName }) => {
      const [, percent, minutes] =
        /(\d+)Percent\D*(\d+)Minutes/.exec(deploymentConfigName) ?? [];
      expect(readFileSync("docs/configuration.md", "utf8")).toMatch(
        new RegExp(`\`${kind}\` ${percent} % [^;.]* ${minutes} minutes`),
      );
    },
  );

  test("is rolled back by the alarms that docs/operating.md names", () => {
    const page = readFileSync("docs/operating.md", "utf8");
    const [, upgrade = ""] = /^## Upgrade\n(.*?)^## /ms.exec(page) ?? [];
    expect(captures(upgrade, /\(#([\w-]+)\)/g)).toEqual(rollbackAlarms);
  });
});
