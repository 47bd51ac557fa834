import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { nameOf } from "../../../../infra/aws/resource-names.ts";
import { deploymentSettings } from "../../../../infra/deployment-settings.ts";
import { functionNames } from "../../../../infra/functions.ts";
import {
  createTemplate,
  shippedTemplate,
  type StackTemplate,
} from "../template.ts";

type Named = { FunctionName: string; ReservedConcurrentExecutions?: number };

/** A template with all options that the shipped settings leave out. */
let template: StackTemplate;
beforeAll(() => {
  template = createTemplate({
    prefix: "hr-staging",
    terminationProtection: true,
    reservedConcurrency: { "onboarding-receiver": 20, "operations-api": 2 },
  });
});

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

  test("is the name of the stack, the event bus and the group of schedules", () => {
    const names = ["AWS::Events::EventBus", "AWS::Scheduler::ScheduleGroup"]
      .flatMap((type) => template.all<{ Name: string }>(type))
      .map(({ Properties }) => Properties.Name);
    expect(names).toEqual(["hr-staging", "hr-staging"]);
  });

  test.each([
    ["Staging", "lower-case letters"],
    ["staging-", "lower-case letters"],
    ["1st", "lower-case letters"],
    ["x".repeat(43), "at most 42 characters"],
  ])("is not %j", (prefix, message) => {
    const { schema } = deploymentSettings.prefix.value;
    expect(JSON.stringify(z.safeParse(schema, prefix).error)).toContain(
      message,
    );
  });

  test("may be so long that the longest name of a function has the 64 characters that Lambda accepts", () => {
    const { schema } = deploymentSettings.prefix.value;
    const longest = "x".repeat(42);
    expect(z.safeParse(schema, longest).success).toBe(true);
    const lengths = functionNames.map(
      (name) => longest.length + nameOf(name).length - nameOf("").length + 1,
    );
    expect(Math.max(...lengths)).toBe(64);
  });
});

test("termination protection is an option", () => {
  expect(template.stack.terminationProtection).toBe(true);
  expect(shippedTemplate().stack.terminationProtection).toBe(false);
});

test("only the functions of reservedConcurrency have reserved concurrency", () => {
  const reserved = template
    .all<Named>("AWS::Lambda::Function")
    .map(({ Properties }) => Properties)
    .filter((one) => one.ReservedConcurrentExecutions !== undefined)
    .map((one) => [one.FunctionName, one.ReservedConcurrentExecutions]);
  expect(Object.fromEntries(reserved)).toEqual({
    "hr-staging-onboarding-receiver": 20,
    "hr-staging-operations-api": 2,
  });
});
