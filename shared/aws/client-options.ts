/**
 * The options of every AWS client. The SDK would look up each option except the timeouts in the environment and in
 * files at the first request. A function has no such files, and the stack sets no such variables, so these are the
 * values that the SDK would find: its defaults. It finds the region, the endpoint and the number of attempts in its
 * environment variables.
 */
export const clientOptions = {
  // The timeouts are short, because a sender waits for our answer.
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    // Without this option, the SDK only logs a timeout and continues to wait.
    throwOnRequestTimeout: true,
  },
  retryMode: "standard",
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: async () => undefined,
  authSchemePreference: async () => [],
  // The SDK puts the middleware of a command together once, and not for each request.
  cacheMiddleware: true,
};

/** The same with the SDK's default for DynamoDB. */
export const dynamodbOptions = {
  ...clientOptions,
  accountIdEndpointMode: "preferred" as const,
};
