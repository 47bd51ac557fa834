/**
 * Replaces `@aws-sdk/middleware-endpoint-discovery` in the bundles. No command of DynamoDB uses it. If a later version
 * of the SDK has one that does, esbuild reports an export that is missing here.
 */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => false,
  configFileSelector: () => false,
  default: false,
};

export function resolveEndpointDiscoveryConfig<T>(config: T): T {
  return config;
}
