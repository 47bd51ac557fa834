/** The durable functions. */
export const workflowNames = [
  "onboarding-workflow",
  "offboarding-workflow",
  "profile-update-workflow",
  "status-relay-workflow",
] as const;
export type WorkflowName = (typeof workflowNames)[number];

/** Where events come in. */
export const receiverNames = [
  "onboarding-receiver",
  "offboarding-receiver",
  "profile-update-receiver",
  "status-relay-receiver",
] as const;
export type ReceiverName = (typeof receiverNames)[number];

/** The Lambdas, named after their bundles. */
export const functionNames = [
  ...receiverNames,
  ...workflowNames,
  "operations-api",
  "scheduler-handler",
] as const;
export type FunctionName = (typeof functionNames)[number];
