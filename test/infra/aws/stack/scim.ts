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
  const metrics = withScim
    .propertiesOf<{
      MetricTransformations: [{ MetricName: string }];
    }>("AWS::Logs::MetricFilter")
    .filter((one) => JSON.stringify(one).includes("scim-receiver"))
    .map(({ MetricTransformations: [one] }) => one.MetricName);
  expect(metrics).toEqual([
    "Accepted",
    "SecretKept",
    "SenderRejected",
    "Rejected",
  ]);
});

test("the function of SCIM has no rights at the platform, and starts the workflow of employees alone", () => {
  const grants = readGrants(withScim, "scim-receiver").filter(isCalledByCode);
  expect(grants.join()).not.toMatch(/tokens|\/community$|sources/);
  expect(grants.filter((grant) => grant.startsWith("lambda:")).join()).toMatch(
    /^[^,]*employment-workflow:live$/,
  );
});
