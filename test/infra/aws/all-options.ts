import type { Context } from "../../../infra/aws/deployment/context.ts";

export const kmsKeyArn =
  "arn:aws:kms:us-east-1:000000000000:key/1234abcd-12ab-34cd-56ef-1234567890ab";
export const certificateArn =
  "arn:aws:acm:us-east-1:000000000000:certificate/1234abcd-12ab-34cd-56ef-1234567890ab";

/** Settings that use all options that the shipped settings leave out. */
export const allOptions: Partial<Context> = {
  prefix: "hr-staging",
  terminationProtection: true,
  reservedConcurrency: { "onboarding-receiver": 20, "operations-api": 2 },
  httpMemoryMb: 301,
  workflowMemoryMb: 302,
  schedulerMemoryMb: 303,
  kmsKeyArn,
  customDomain: {
    name: "hooks.example.com",
    certificateArn,
    isOnlyAddress: true,
  },
  gradualDeployment: "canary",
  keepData: false,
  logRetentionDays: 30,
  alarmEmail: "it@example.com",
  requestsPerSecond: 20,
  requestBurst: 40,
  operationsRequestsPerSecond: 7,
  operationsRequestBurst: 9,
};
