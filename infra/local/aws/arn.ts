import { localRegion } from "../../cli/local-aws-options.ts";

export const localAccountId = "000000000000";

/** Builds the ARN of a resource of the local account, such as `function:receiver` of `lambda`. */
export function localArn(service: string, resource: string): string {
  return `arn:aws:${service}:${localRegion}:${localAccountId}:${resource}`;
}
