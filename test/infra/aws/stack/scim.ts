import { expect, test } from "vitest";
import { isCalledByCode, readGrants } from "../read-grants.ts";
import { templateWith, shippedTemplate } from "../template.ts";

const withScim = templateWith({ scim: true });

test("without the setting scim, no resource speaks SCIM", () => {
  expect(JSON.stringify(shippedTemplate().json.Resources)).not.toContain(
    "scim-receiver",
  );
});

test("with the setting scim, one route leads to the function, whose log feeds the metrics", () => {
  const routes = withScim.all<{ RouteKey: string }>("AWS::ApiGatewayV2::Route");
  expect(
    routes
      .map(({ Properties }) => Properties.RouteKey)
      .filter((key) => key.includes("scim")),
  ).toEqual(["ANY /scim/v2/{caller}/{path+}"]);
  const filters = withScim
    .all("AWS::Logs::MetricFilter")
    .filter((one) => JSON.stringify(one).includes("scim-receiver"));
  expect(filters).toHaveLength(2);
});

test("the function of SCIM has only the rights that its work needs, and none at the platform", () => {
  const grants = readGrants(withScim, "scim-receiver")
    .filter(isCalledByCode)
    .map((grant) =>
      grant
        .replace(/arn:aws:(\w+):[^:]*:\d*:/, "$1 ")
        .replaceAll("community-automation-", ""),
    );
  expect(grants.sort()).toEqual([
    "dynamodb:DeleteItem dynamodb table/store",
    "dynamodb:GetItem dynamodb table/store",
    "dynamodb:PutItem dynamodb table/store",
    "dynamodb:Query dynamodb table/store/index/caller",
    "dynamodb:Query dynamodb table/store/index/open",
    "dynamodb:UpdateItem dynamodb table/store",
    "lambda:InvokeFunction lambda function:employment-workflow:live",
    "secretsmanager:GetSecretValue secretsmanager secret:community-automation/callers",
  ]);
});
