const offboardingTypes = new Set([
  "employee.terminated",
  "employee.termination_cancelled",
  "employee.suspended",
  "employee.resumed",
]);

/** The durable function for operations of a type. */
export function workflowFunctionOf(
  type: string,
  config: {
    onboardingWorkflow: string;
    offboardingWorkflow: string;
    profileUpdateWorkflow: string;
    statusRelayWorkflow: string;
    eventsWorkflow: string;
  },
): string {
  if (offboardingTypes.has(type)) return config.offboardingWorkflow;
  if (type === "record.changed") return config.eventsWorkflow;
  if (type === "employee.changed") return config.profileUpdateWorkflow;
  return type.startsWith("employee.")
    ? config.onboardingWorkflow
    : config.statusRelayWorkflow;
}
