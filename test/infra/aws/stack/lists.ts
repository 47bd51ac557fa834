import { expect, test } from "vitest";
import { schedulesSchema } from "../../../../infra/aws/deployment/schedules.ts";
import { isCalledByCode, readGrants } from "../read-grants.ts";
import { templateWith, shippedTemplate } from "../template.ts";

import { readFilterPattern } from "../../../fixtures/filter-pattern.ts";

const withLists = templateWith({ lists: true });
const withPull = templateWith({
  lists: true,
  schedules: schedulesSchema.parse([
    { name: "hr", expression: "rate(1 hour)", zone: "UTC", pull: "hibob" },
  ]),
});

/** The last part of an ARN, or of the action. */
const short = (grant: string) =>
  grant
    .replace(/arn:aws:(\w+):[^:]*:\d*:/, "$1 ")
    .replaceAll("community-automation-", "");

test("without the setting lists, nothing of lists is deployed", () => {
  expect(
    JSON.stringify(shippedTemplate().all("AWS::Lambda::Function")),
  ).not.toContain("lists");
  expect(
    JSON.stringify(shippedTemplate().all("AWS::ApiGatewayV2::Route")),
  ).not.toContain("plans");
});

test("with the setting lists, one route leads to the API, and the workflow is durable", () => {
  const routes = withLists.all<{ RouteKey: string }>(
    "AWS::ApiGatewayV2::Route",
  );
  expect(
    routes
      .map(({ Properties }) => Properties.RouteKey)
      .filter((key) => key.includes("plans")),
  ).toEqual(["ANY /plans", "ANY /plans/{path+}"]);
  const names = withLists
    .propertiesOf<{ FunctionName: string; DurableConfig?: object }>(
      "AWS::Lambda::Function",
    )
    .filter(({ FunctionName }) => FunctionName.includes("-lists-"));
  expect(names.map((one) => one.DurableConfig !== undefined)).toEqual([
    false,
    true,
  ]);
});

test("a plan that ends for a reason rings an alarm, from the log of either function", () => {
  type Filter = {
    FilterPattern: string;
    LogGroupName: string;
    MetricTransformations: [{ MetricName: string }];
  };
  const filtersOf = ({ propertiesOf }: typeof withLists) =>
    propertiesOf<Filter>("AWS::Logs::MetricFilter").filter(
      ({ MetricTransformations: [{ MetricName }] }) =>
        MetricName === "PlanInterrupted",
    );
  expect(filtersOf(shippedTemplate())).toEqual([]);
  const lineOf = (reason?: string) =>
    JSON.stringify({ message: "plan ended", status: "stopped", reason });
  expect(
    filtersOf(withLists).map(({ LogGroupName, FilterPattern }) => [
      LogGroupName.split("community-automation-").at(-1),
      readFilterPattern(FilterPattern)(lineOf("expired")),
      readFilterPattern(FilterPattern)(lineOf()),
    ]),
  ).toEqual([
    ["lists-workflow", true, false],
    ["scheduler-handler", true, false],
  ]);
});

test("the scheduler reaches the workflow of lists only where there is one", () => {
  const reaches = (template: typeof withLists) =>
    readGrants(template, "scheduler-handler")
      .map(short)
      .filter((grant) => grant.includes("lists"));
  expect(reaches(shippedTemplate())).toEqual([]);
  expect(reaches(withLists)).toEqual([
    "lambda:InvokeFunction lambda function:lists-workflow:live",
    "lambda:GetDurableExecution lambda function:lists-workflow:*",
  ]);
});

test("the API of lists reaches neither the platform nor the tokens, and starts its workflow alone", () => {
  const grants = readGrants(withLists, "lists-api")
    .filter(isCalledByCode)
    .map(short);
  expect(grants.join()).not.toMatch(/tokens|\/community$|sources/);
  expect(grants.filter((grant) => grant.startsWith("lambda:"))).toEqual([
    "lambda:InvokeFunction lambda function:lists-workflow:live",
  ]);
});

test("a schedule with a pull invokes the workflow by its alias, and only then its role may do it", () => {
  const schedulesOf = (template: typeof withPull) =>
    template.propertiesOf<{
      Name: string;
      Target: { Arn: string; Input?: string };
    }>("AWS::Scheduler::Schedule");
  const [hr] = schedulesOf(withPull).filter(({ Name }) => Name === "hr");
  const alias = expect.stringMatching(/listsworkflow.*Aliaslive/);
  expect(hr?.Target.Arn).toEqual(alias);
  expect(JSON.parse(hr?.Target.Input ?? "")).toMatchObject({ pull: "hibob" });
  const roleOf = (template: typeof withPull) =>
    template
      .all<{ Roles: string[] }>("AWS::IAM::Policy")
      .filter(({ Properties }) =>
        JSON.stringify(Properties.Roles).includes("Schedules"),
      );
  expect(JSON.stringify(roleOf(withPull))).toContain(hr?.Target.Arn);
  expect(JSON.stringify(roleOf(withLists))).not.toContain("lists");
});
