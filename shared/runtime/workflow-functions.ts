/** The durable function for operations of a type. */
export function workflowFunctionOf(
  type: string,
  config: {
    onboardingWorkflow: string;
    offboardingWorkflow: string;
    statusRelayWorkflow: string;
  },
): string {
  if (type === "employee.terminated") return config.offboardingWorkflow;
  return type.startsWith("employee.")
    ? config.onboardingWorkflow
    : config.statusRelayWorkflow;
}
