/** The durable functions that call the platform. */
export const platformWorkflowNames = [
  "employment-workflow",
  "status-relay-workflow",
] as const;

/** The durable functions that run operations. */
export const workflowNames = [
  ...platformWorkflowNames,
  "events-workflow",
] as const;
export type WorkflowName = (typeof workflowNames)[number];

/** All durable functions. */
export const durableNames = [
  ...workflowNames,
  "notifications-workflow",
] as const;
export type DurableName = (typeof durableNames)[number];

/** The functions that receive events by HTTP. `events-receiver` also receives events of the bus and of schedules. */
export const receiverNames = [
  "onboarding-receiver",
  "offboarding-receiver",
  "profile-update-receiver",
  "status-relay-receiver",
  "events-receiver",
] as const;
export type ReceiverName = (typeof receiverNames)[number];

/** The workflow that a receiver starts. `events-receiver` starts the workflow of each event. */
export const workflowOfReceiver: Partial<
  Record<AnyFunctionName, WorkflowName>
> = {
  "onboarding-receiver": "employment-workflow",
  "offboarding-receiver": "employment-workflow",
  "profile-update-receiver": "employment-workflow",
  "status-relay-receiver": "status-relay-workflow",
  "scim-receiver": "employment-workflow",
};

/** The alias that points to the newest version of a function. */
export const liveAlias = "live";

/** The functions behind the HTTP API of every deployment. */
export const httpFunctionNames = [
  ...receiverNames,
  "events-preview",
  "operations-api",
] as const;

/** The Lambdas of every deployment, named after their bundles. */
export const functionNames = [
  ...httpFunctionNames,
  ...durableNames,
  "scheduler-handler",
  "doctor-handler",
] as const;
export type FunctionName = (typeof functionNames)[number];

/** The Lambdas that only a deployment with a setting has, by the name of the setting. */
const optionalFunctions = {
  lists: ["lists-api", "lists-workflow"],
  scim: ["scim-receiver"],
} as const;
type OptionalName =
  (typeof optionalFunctions)[keyof typeof optionalFunctions][number];

export type AnyFunctionName = FunctionName | OptionalName;
export type AnyDurableName = DurableName | "lists-workflow";

/** All Lambdas. The stack on one machine has each of them. */
export const allFunctionNames: readonly AnyFunctionName[] = [
  ...functionNames,
  ...optionalFunctions.lists,
  ...optionalFunctions.scim,
];

export const allDurableNames: readonly AnyDurableName[] = [
  ...durableNames,
  "lists-workflow",
];

/** How long API Gateway waits for a function. */
export const gatewayTimeoutSeconds = 29;

/** A receiver waits at most 25 s for a result (`Prefer: wait`), and API Gateway waits longer for the receiver. */
export const httpTimeoutSeconds = 28;

/** The doctor tries one thing after the other, waits for deletions, and needs the last minute for cleaning up. */
export const doctorTimeoutSeconds = 300;
