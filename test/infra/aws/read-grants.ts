import type { AnyFunctionName } from "../../../infra/aws/deployment/functions.ts";
import type { StackTemplate } from "./template.ts";

export type Policy = {
  PolicyDocument: {
    Statement: {
      Effect: string;
      Action: string | string[];
      Resource: string | string[];
    }[];
  };
  Roles: string[];
};

/** Lists the permissions that a template gives to a function, each as `action resource`. */
export function readGrants(
  template: StackTemplate,
  name: AnyFunctionName,
): string[] {
  const lambda = template.functionOf<{ Role: string }>(name);
  const role = lambda.Properties.Role.replace(/\.Arn$/, "");
  return template
    .all<Policy>("AWS::IAM::Policy")
    .filter(({ Properties }) => Properties.Roles.includes(role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          [Resource].flat().map((resource) => `${action} ${resource}`),
        ),
    );
}

/** Whether our code makes this call. Lambda itself writes logs, traces and the records of failed events. */
export function isCalledByCode(grant: string): boolean {
  return !/^(?:logs|xray|sqs):/.test(grant);
}
