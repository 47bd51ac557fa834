import { expect, test } from "vitest";
import { routes } from "../../../../infra/aws/deployment/functions.ts";
import { shippedTemplate, templateWithAllOptions } from "../template.ts";

const template = shippedTemplate();

test("the API routes every method of the known paths to a function, and no other path", () => {
  const found = template.all<{ RouteKey: string }>("AWS::ApiGatewayV2::Route");
  expect(found.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(
    routes
      .filter(
        ({ function: name }) => !["lists-api", "scim-receiver"].includes(name),
      )
      .map(({ path }) => `ANY ${path}`)
      .sort(),
  );
});

test("the routes of the operators' API have a throttle of their own, and the stage is created after them", () => {
  const settings = { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 };
  const throttled = templateWithAllOptions();
  const [stage] = throttled.all<{ RouteSettings: unknown }>(
    "AWS::ApiGatewayV2::Stage",
  );
  expect(stage?.Properties.RouteSettings).toEqual({
    "ANY /operations": settings,
    "ANY /operations/{path+}": settings,
    "ANY /overview": settings,
    "ANY /problems": settings,
    "ANY /employees": settings,
    "ANY /employees/{path+}": settings,
  });
  const created = new Set(stage?.DependsOn);
  const keys = throttled
    .all<{ RouteKey: string }>("AWS::ApiGatewayV2::Route")
    .filter(({ id }) => created.has(id))
    .map(({ Properties }) => Properties.RouteKey);
  expect(keys.sort()).toEqual([
    "ANY /employees",
    "ANY /employees/{path+}",
    "ANY /operations",
    "ANY /operations/{path+}",
    "ANY /overview",
    "ANY /problems",
  ]);
});

test("the access log is JSON and contains no path, query, header or body", () => {
  const [stage] = template.all<{ AccessLogSettings: { Format: string } }>(
    "AWS::ApiGatewayV2::Stage",
  );
  const format = JSON.parse(
    stage!.Properties.AccessLogSettings.Format,
  ) as Record<string, string>;
  for (const value of Object.values(format))
    expect(value).toMatch(
      /^\$context\.(?:error\.responseType|httpMethod|identity\.sourceIp|(?:integration|request|response|route|status)\w*)$/,
    );
});
