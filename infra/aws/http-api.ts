import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  ApiMapping,
  CfnStage,
  DomainName,
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Context } from "./deployment/context.ts";
import { gatewayTimeoutSeconds, routes } from "./deployment/functions.ts";
import { suppressRules } from "./suppress-rules.ts";
import type { Functions } from "./functions.ts";
import { resourceNameOf, prefixOf } from "./resource-names.ts";

/** The fields of an access log line. Path, query, headers and body are left out: they may contain personal data. */
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

/** Creates the HTTP API in front of the receivers and the operations API. */
export function createHttpApi(
  scope: Construct,
  functions: Functions,
  context: Context,
) {
  const { customDomain } = context;
  const parent = new Construct(scope, "Http");
  const api = new HttpApi(parent, "Api", {
    apiName: prefixOf(scope),
    description: "Webhooks and operations API of the community automation",
    createDefaultStage: false,
    disableExecuteApiEndpoint: customDomain?.isOnlyAddress ?? false,
  });
  suppressRules(parent, {
    "AwsSolutions-APIG4":
      "The functions authenticate callers by a signature over the raw body, which an authorizer does not receive (test/shared/webhook/).",
  });

  const integrations = new Map<string, HttpLambdaIntegration>();
  const operationsRoutes: HttpRoute[] = [];
  for (const { path, function: name } of routes) {
    const answering = functions[name];
    // A function that needs a setting may not be deployed.
    if (!answering) continue;
    const integration =
      integrations.get(name) ??
      new HttpLambdaIntegration(name, answering.entry, {
        timeout: Duration.seconds(gatewayTimeoutSeconds),
      });
    integrations.set(name, integration);
    const [route] = api.addRoutes({
      path,
      methods: [HttpMethod.ANY],
      integration,
    });
    if (route && (name === "operations-api" || name === "lists-api"))
      operationsRoutes.push(route);
  }

  const accessLog = new LogGroup(parent, "AccessLog", {
    logGroupName: `/aws/apigateway/${resourceNameOf("access", scope)}`,
    retention: context.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const stage = new HttpStage(parent, "Stage", {
    httpApi: api,
    stageName: "$default",
    autoDeploy: true,
    throttle: {
      rateLimit: context.requestsPerSecond,
      burstLimit: context.requestBurst,
    },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLog),
      format: accessLogFormat,
    },
  });
  throttleRoutes(stage, operationsRoutes, {
    ThrottlingRateLimit: context.operationsRequestsPerSecond,
    ThrottlingBurstLimit: context.operationsRequestBurst,
  });
  const domain = customDomain
    ? createDomain(parent, api, stage, customDomain)
    : undefined;
  return { api, stage, accessLog, domain };
}

/** Gives the API an address that stays when the stack is destroyed and deployed again. */
function createDomain(
  parent: Construct,
  api: HttpApi,
  stage: HttpStage,
  { name, certificateArn }: NonNullable<Context["customDomain"]>,
): DomainName {
  const domainName = new DomainName(parent, "Domain", {
    domainName: name,
    certificate: Certificate.fromCertificateArn(
      parent,
      "Certificate",
      certificateArn,
    ),
  });
  new ApiMapping(parent, "Mapping", { api, domainName, stage });
  return domainName;
}

/**
 * Gives routes a throttle of their own, apart from that of the stage. The CDK has no construct for it. A stage whose
 * settings name a route that does not exist yet cannot be created, so the stage waits for the routes.
 */
function throttleRoutes(
  stage: HttpStage,
  throttled: readonly HttpRoute[],
  settings: { ThrottlingRateLimit: number; ThrottlingBurstLimit: number },
): void {
  const { defaultChild } = stage.node;
  if (!(defaultChild instanceof CfnStage))
    throw new TypeError("the stage has no CloudFormation resource");
  defaultChild.routeSettings = Object.fromEntries(
    throttled.map(({ path }) => [`${HttpMethod.ANY} ${path ?? "/"}`, settings]),
  );
  stage.node.addDependency(...throttled);
}
