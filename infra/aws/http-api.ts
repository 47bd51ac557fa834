import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Context } from "../context.ts";
import { routes } from "../functions.ts";
import { acknowledge } from "./acknowledge.ts";
import type { Functions } from "./functions.ts";
import { nameOf, product } from "./names.ts";

/**
 * Per second, and at once. Some senders drop for good what is answered 429, so this is far above what a company sends,
 * all of it imported in one go included; it is there against floods.
 */
const throttle = { rateLimit: 500, burstLimit: 1_000 };

/** What a line says of a request: nothing of its path, query, headers or body. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTimeEpoch",
    sourceIp: "$context.identity.sourceIp",
    method: "$context.httpMethod",
    route: "$context.routeKey",
    status: "$context.status",
    latencyMs: "$context.responseLatency",
    functionMs: "$context.integrationLatency",
    functionStatus: "$context.integrationStatus",
    error: "$context.error.responseType",
    functionError: "$context.integrationErrorMessage",
  }),
);

/** The way in over HTTP. */
export function createHttpApi(
  scope: Construct,
  functions: Functions,
  { logRetentionDays }: Context,
): { api: HttpApi; stage: HttpStage } {
  const parent = new Construct(scope, "Http");
  const api = new HttpApi(parent, "Api", {
    apiName: product,
    description: "Webhooks and operations of the community automation",
    createDefaultStage: false,
  });
  acknowledge(parent, {
    "AwsSolutions-APIG4":
      "The functions know who calls: by a signature over the bytes as sent, which an authorizer does not get to see (test/shared/webhook/).",
  });

  const integrations = new Map<string, HttpLambdaIntegration>();
  for (const { path, function: name } of routes) {
    const integration =
      integrations.get(name) ??
      new HttpLambdaIntegration(name, functions[name].lambda, {
        timeout: Duration.seconds(29),
      });
    integrations.set(name, integration);
    api.addRoutes({ path, methods: [HttpMethod.ANY], integration });
  }

  const accessLog = new LogGroup(parent, "AccessLog", {
    logGroupName: `/aws/apigateway/${nameOf("access")}`,
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const stage = new HttpStage(parent, "Stage", {
    httpApi: api,
    stageName: "$default",
    autoDeploy: true,
    throttle,
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLog),
      format: accessLogFormat,
    },
  });
  return { api, stage };
}
