/** The timeouts of every AWS client. They are short, because a sender waits for our answer. */
export const timeouts = {
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    // Without this option, the SDK only logs a timeout and continues to wait.
    throwOnRequestTimeout: true,
  },
  // The SDK puts the middleware of a command together once, and not for each request.
  cacheMiddleware: true,
};
