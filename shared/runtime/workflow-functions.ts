/** The durable function for operations of a type. */
const offboardingTypes = new Set([
  "employee.terminated",
  "employee.suspended",
  "employee.resumed",
]);

export function workflowFunctionOf(
  type: string,
  config: {
    onboardingWorkflow: string;
    offboardingWorkflow: string;
    statusRelayWorkflow: string;
  },
): string {
  if (offboardingTypes.has(type)) return config.offboardingWorkflow;
  return type.startsWith("employee.")
    ? config.onboardingWorkflow
    : config.statusRelayWorkflow;
}
