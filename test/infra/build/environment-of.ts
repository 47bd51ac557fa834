import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { localFunctions } from "../../../infra/local/functions.ts";

/** The environment variables of a function whose AWS and platform are at one endpoint. */
export function environmentOf(
  name: FunctionName,
  endpoint: string,
): Record<string, string> | undefined {
  return localFunctions({
    dynamodb: endpoint,
    secretsManager: endpoint,
    platform: endpoint,
  })[name]?.environment;
}
