/** The durable function for operations of a type. */
export function workflowFunctionOf(
  type: string,
  config: {
    ONBOARDING_WORKFLOW: string;
    OFFBOARDING_WORKFLOW: string;
    STATUS_RELAY_WORKFLOW: string;
  },
): string {
  if (type === "employee.terminated") return config.OFFBOARDING_WORKFLOW;
  return type.startsWith("employee.")
    ? config.ONBOARDING_WORKFLOW
    : config.STATUS_RELAY_WORKFLOW;
}
