/**
 * On-demand prices of us-east-1 in US dollars, without free tiers, from the pricing pages of AWS in November 2026:
 * aws.amazon.com/lambda/pricing, /dynamodb/pricing/on-demand, /api-gateway/pricing, /cloudwatch/pricing, /xray/pricing
 * and /secrets-manager/pricing. Prices change: compare them with these pages, correct them here, and run
 * `npx vitest run test/docs/costs.test.ts --update`.
 */
export const prices = {
  durableOperation: 8 / 1e6,
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  gbSecond: 0.0000133,
  invocation: 0.2 / 1e6,
  apiRequest: 1 / 1e6,
  trace: 5 / 1e6,
  logGb: 0.5,
  historyGb: 0.25,
  storageGbMonth: 0.25,
  alarmMetric: 0.1,
  customMetric: 0.3,
  dashboard: 3,
  secret: 0.4,
};

/** Assumptions: no benchmark counts these. */
export const estimates = {
  /** Entries of indexes that an operation writes and deletes. test/functions/index-entries.test.ts counts them. */
  indexEntries: {
    "Hire, 200 KB avatar, 5 tasks": 15,
    "Hire alone": 15,
    "Offboarding at once": 18,
    "Offboarding with a grace period": 30,
    Change: 12,
    Suspension: 14,
    Status: 11,
  },
  /** Entries that an operation with a warning writes beside them. docs/operating.md has the number. */
  warnedEntries: 3,
  /** A sealed avatar of 200 KB stays for 14 days. */
  avatarGbMonths: (200 / 1e6) * (14 / 30),
  logGb: 4 / 1e6,
  historyGb: 6 / 1e6,
  traces: 2,
  /** Read units of the scheduler's queries in a minute. */
  schedulerReadUnits: 3,
  /** Two lines of Lambda itself. A run that finds nothing writes none of its own. */
  schedulerLogGb: 0.6 / 1e6,
};
