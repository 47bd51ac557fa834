import { createDailyLimits } from "./daily-limits.ts";
import { createEmployees } from "./employees.ts";
import { createLeases } from "./leases.ts";
import { createIdentities, createLinks } from "./links.ts";
import { createOutages } from "./outages.ts";
import { createOperations } from "./operations.ts";
import { createPayloads } from "./payloads.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createRecordReads } from "./record-reads.ts";
import type { Table } from "../dynamodb/table.ts";

export type Store = ReturnType<typeof createStore>;

/** All records of this system, in one table. */
export function createStore(table: Table, nowMs: () => number) {
  const employees = createEmployees(table, nowMs);
  return {
    employees,
    leases: createLeases(table, nowMs),
    identities: createIdentities(table),
    /** Links from persons of the platform to employees. */
    persons: createLinks(table, "person"),
    dailyLimits: createDailyLimits(
      table,
      (limit) => employees.countActive(limit),
      nowMs,
    ),
    rateLimiter: createRateLimiter(table, nowMs),
    /** The rate limiter of a source, by its name in the sources secret. */
    rateLimiterOf: (source: string) =>
      createRateLimiter(table, nowMs, `rate-limiter#source#${source}`),
    recordReads: createRecordReads(table, nowMs),
    outages: createOutages(table, nowMs),
    operations: createOperations(table, nowMs),
    payloads: createPayloads(table, nowMs),
  };
}
