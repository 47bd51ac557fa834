import { beforeAll, expect, test } from "vitest";
import { routes } from "../../../../infra/functions.ts";
import { shippedTemplate, type StackTemplate } from "../template.ts";

let made: StackTemplate;
beforeAll(() => {
  made = shippedTemplate();
});

test("any method of a known path reaches our own code, and no other path does", () => {
  const found = made.all<{ RouteKey: string }>("AWS::ApiGatewayV2::Route");
  expect(found.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(
    routes.map(({ path }) => `ANY ${path}`).sort(),
  );
});

test("functions get requests in payload format 2.0", () => {
  for (const { Properties } of made.all("AWS::ApiGatewayV2::Integration"))
    expect(Properties).toMatchObject({ PayloadFormatVersion: "2.0" });
});

test("the throttle is far above a company's burst, for some senders drop what is answered 429", () => {
  const [stage] = made.all("AWS::ApiGatewayV2::Stage");
  expect(stage?.Properties).toMatchObject({
    StageName: "$default",
    DefaultRouteSettings: {
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1_000,
    },
  });
});

test("the access log is JSON, and has neither paths nor queries, headers or bodies", () => {
  const [stage] = made.all<{ AccessLogSettings: { Format: string } }>(
    "AWS::ApiGatewayV2::Stage",
  );
  const format = JSON.parse(
    stage!.Properties.AccessLogSettings.Format,
  ) as Record<string, string>;
  expect(Object.values(format).sort()).toEqual([
    "$context.error.responseType",
    "$context.httpMethod",
    "$context.identity.sourceIp",
    "$context.integrationErrorMessage",
    "$context.integrationLatency",
    "$context.integrationStatus",
    "$context.requestId",
    "$context.requestTimeEpoch",
    "$context.responseLatency",
    "$context.routeKey",
    "$context.status",
  ]);
});
