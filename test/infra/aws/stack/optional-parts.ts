import { expect, test } from "vitest";
import type {
  AnyDurableName,
  AnyFunctionName,
} from "../../../../infra/aws/deployment/function-names.ts";
import type { MetricFilter } from "../alarm.ts";
import { isCalledByCode, readGrants } from "../read-grants.ts";
import { templateWith, shippedTemplate } from "../template.ts";

import { readFilterPattern } from "../../../fixtures/filter-pattern.ts";

const withLists = templateWith({ lists: true });

/** A grant without the account, the region and the prefix. */
const shortGrant = (grant: string) =>
  grant
    .replace(/arn:aws:(\w+):[^:]*:\d*:/, "$1 ")
    .replaceAll("community-automation-", "");

const optional: [
  setting: "lists" | "scim",
  name: AnyFunctionName,
  routes: string[],
  starts: AnyDurableName,
][] = [
  ["lists", "lists-api", ["/plans", "/plans/{path+}"], "lists-workflow"],
  [
    "scim",
    "scim-receiver",
    ["/scim/v2/{caller}/{path+}"],
    "employment-workflow",
  ],
];

test.each(optional)(
  "only the setting %s deploys %s and its routes; it starts one workflow, and cannot use the platform",
  (setting, name, routes, workflow) => {
    const without = JSON.stringify(shippedTemplate().json.Resources);
    expect(without).not.toContain(name);
    const template = templateWith({ [setting]: true });
    const keys = template
      .propertiesOf<{ RouteKey: string }>("AWS::ApiGatewayV2::Route")
      .map(({ RouteKey }) => RouteKey)
      .filter((key) => !without.includes(`"${key}"`));
    expect(keys).toEqual(routes.map((route) => `ANY ${route}`));
    const grants = readGrants(template, name)
      .filter(isCalledByCode)
      .map(shortGrant);
    expect(grants.join()).not.toMatch(/tokens|\/community$|sources/);
    expect(grants.filter((grant) => grant.startsWith("lambda:"))).toEqual([
      `lambda:InvokeFunction lambda function:${workflow}:live`,
    ]);
  },
);

test("the log of SCIM feeds the metrics of senders", () => {
  const filters = templateWith({ scim: true }).propertiesOf<MetricFilter>(
    "AWS::Logs::MetricFilter",
  );
  expect(
    filters
      .filter((one) => JSON.stringify(one).includes("scim-receiver"))
      .map(({ MetricTransformations: [one] }) => one.MetricName),
  ).toEqual([
    "Accepted",
    "SecretKept",
    "SenderRejected",
    "Rejected",
    "Refused",
  ]);
});

test("a plan that ends for a reason rings an alarm, from the log of either function", () => {
  const filtersOf = ({ propertiesOf }: typeof withLists) =>
    propertiesOf<MetricFilter>("AWS::Logs::MetricFilter").filter(
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
      .map(shortGrant)
      .filter((grant) => grant.includes("lists"));
  expect(reaches(shippedTemplate())).toEqual([]);
  expect(reaches(withLists)).toEqual([
    "lambda:InvokeFunction lambda function:lists-workflow:live",
    "lambda:GetDurableExecution lambda function:lists-workflow:*",
  ]);
});
