/** How long API Gateway waits for a function. */
export const gatewayTimeoutSeconds = 29;

/** A receiver waits at most 25 s for a result (`Prefer: wait`), and API Gateway waits longer for the receiver. */
export const httpTimeoutSeconds = 28;

/** The doctor tries one thing after the other, waits for deletions, and keeps a minute of it for cleaning up. */
export const doctorTimeoutSeconds = 300;
