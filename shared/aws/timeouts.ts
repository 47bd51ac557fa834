/** For every AWS client: a request that hangs is given up soon, because somebody waits for ours. */
export const timeouts = {
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    // Without it the SDK only logs that a request takes longer, and goes on waiting.
    throwOnRequestTimeout: true,
  },
};
