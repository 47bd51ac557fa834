import { expect, test } from "vitest";
import { isCalledByCode, readGrants } from "./read-grants.ts";
import { createTemplate, shippedTemplate } from "./template.ts";

const withLists = createTemplate({ lists: true });

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
    .all<{ FunctionName: string; DurableConfig?: object }>(
      "AWS::Lambda::Function",
    )
    .filter(({ Properties }) => Properties.FunctionName.includes("-lists-"));
  expect(
    names.map(({ Properties }) => Properties.DurableConfig !== undefined),
  ).toEqual([false, true]);
});

test("both functions have only the rights that their work needs", () => {
  const grantsOf = (name: "lists-api" | "lists-workflow") =>
    readGrants(withLists, name).filter(isCalledByCode).map(short).sort();
  expect(grantsOf("lists-api")).toEqual([
    "dynamodb:DeleteItem dynamodb table/store",
    "dynamodb:GetItem dynamodb table/store",
    "dynamodb:PutItem dynamodb table/store",
    "dynamodb:Query dynamodb table/store/index/created",
    "dynamodb:UpdateItem dynamodb table/store",
    "lambda:InvokeFunction lambda function:lists-workflow:live",
    "secretsmanager:GetSecretValue secretsmanager secret:community-automation/callers",
  ]);
  expect(grantsOf("lists-workflow")).toEqual([
    "dynamodb:DeleteItem dynamodb table/store",
    "dynamodb:GetItem dynamodb table/store",
    "dynamodb:GetItem dynamodb table/tokens",
    "dynamodb:PutItem dynamodb table/store",
    "dynamodb:Query dynamodb table/store/index/state",
    "dynamodb:UpdateItem dynamodb table/store",
    "dynamodb:UpdateItem dynamodb table/tokens",
    "lambda:CheckpointDurableExecution lambda function:lists-workflow:*",
    "lambda:GetDurableExecutionState lambda function:lists-workflow:*",
    "lambda:InvokeFunction lambda function:employment-workflow:live",
    "lambda:InvokeFunction lambda function:lists-workflow:live",
    "secretsmanager:GetSecretValue secretsmanager secret:community-automation/callers",
    "secretsmanager:GetSecretValue secretsmanager secret:community-automation/community",
  ]);
});
