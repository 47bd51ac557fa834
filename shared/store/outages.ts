import * as z from "zod/mini";
import { absent } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { type ReasonCode, toReasonCode } from "../reason-codes.ts";
import type { Blocker } from "./operation.ts";

const outageSchema = z.object({
  /** When the outage began. Absent when there is none. */
  beganAtMs: z.optional(z.number()),
  /** Why the first probe failed. */
  reason: z.optional(z.pipe(z.string(), z.transform(toReasonCode))),
  /** Counts the probes of this outage. */
  probes: z.optional(z.number()),
  /** When the next probe is due. */
  probeAtMs: z.optional(z.number()),
  /** When a probe last succeeded. */
  answeredAtMs: z.optional(z.number()),
});
export type Outage = z.infer<typeof outageSchema>;

export type Outages = ReturnType<typeof createOutages>;

/** Longer than a probe takes, so that only one is under way. */
const leaseMs = 60_000;
/** Pauses between probes double from one minute up to this. */
const maxPauseMs = 10 * 60_000;

/**
 * Outages: one item for the platform and one for our configuration. Every change is one conditional write, so of
 * several workflows exactly one begins an outage, and one probe at a time is under way.
 */
export function createOutages(table: Table, nowMs: () => number) {
  return {
    get: (blocker: Blocker): Promise<Outage | undefined> =>
      table.get(keyOf(blocker), outageSchema),

    /** Resolves to false while another probe is under way. */
    leaseProbe: (blocker: Blocker): Promise<boolean> =>
      table.update(keyOf(blocker), {
        set: { leaseUntilMs: nowMs() + leaseMs },
        where: { leaseUntilMs: { below: nowMs() } },
        createsItem: true,
      }),

    /** Notes a failed probe. Resolves to whether it begins an outage; if one lasts already, the next pause is longer. */
    async noteFailure(
      blocker: Blocker,
      reason: ReasonCode,
      { probes = 0 }: Outage = {},
    ): Promise<boolean> {
      const begins = await table.update(keyOf(blocker), {
        set: { reason, beganAtMs: nowMs(), probeAtMs: nextProbeAtMs(0) },
        remove: ["leaseUntilMs"],
        add: { probes: 1 },
        where: { beganAtMs: absent },
        createsItem: true,
      });
      if (!begins)
        await table.update(keyOf(blocker), {
          set: { probeAtMs: nextProbeAtMs(probes) },
          remove: ["leaseUntilMs"],
          add: { probes: 1 },
          where: {},
        });
      return begins;
    },

    /** Notes a successful probe, which ends an outage. Resolves to whether there was one. */
    async noteAnswer(blocker: Blocker): Promise<boolean> {
      const answeredAtMs = nowMs();
      const ends = await table.update(keyOf(blocker), {
        set: { answeredAtMs },
        remove: ["leaseUntilMs", "beganAtMs", "reason", "probes", "probeAtMs"],
        where: { beganAtMs: { above: 0 } },
      });
      if (!ends)
        await table.update(keyOf(blocker), {
          set: { answeredAtMs },
          remove: ["leaseUntilMs"],
          where: {},
        });
      return ends;
    },
  };

  function nextProbeAtMs(probes: number): number {
    return nowMs() + Math.min(maxPauseMs, 60_000 * 2 ** Math.min(probes, 10));
  }
}

function keyOf(blocker: Blocker): string {
  return `outage#${blocker}`;
}
