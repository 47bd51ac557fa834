import * as z from "zod/mini";
import { absent, type Where } from "../dynamodb/expressions.ts";
import {
  type ConditionalWrite,
  sweepAt,
  type Table,
} from "../dynamodb/table.ts";
import { type ReasonCode, rowOf, type Blocker } from "../reason-codes.ts";
import type { OutageNoticeType } from "./notices.ts";
import { reasonCodeSchema } from "./statement-schema.ts";
import { keptAfterEndMs, noticeItem } from "./operation-writer.ts";

const outageSchema = z.object({
  /** When the outage began. Absent when there is none. */
  beganAtMs: z.optional(z.number()),
  /** Why the latest probe failed. */
  reason: z.optional(reasonCodeSchema),
  /** The cause has changed, and operations that wait may still show an earlier one. */
  isShownLate: z.optional(z.boolean()),
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
/** Pauses between probes begin with the first of these, and double up to the second. */
const minPauseMs = 60_000;
const maxPauseMs = 10 * 60_000;

/**
 * Outages: one item for the platform and one for our configuration. One probe at a time is under way. Each write
 * depends on the outage that the caller has read, `known`: it does nothing if an outage has begun or ended since then.
 * Therefore a repeated write changes nothing either.
 */
export function createOutages(table: Table, nowMs: () => number) {
  return {
    get: (blocker: Blocker): Promise<Outage | undefined> =>
      table.get(keyOf(blocker), outageSchema),

    /** Not applied while another probe is under way. Resolves to the outage as it is now. */
    leaseProbe: (
      blocker: Blocker,
      known?: Outage,
    ): Promise<ConditionalWrite<Outage>> =>
      table.updateOrRead(
        keyOf(blocker),
        {
          set: { leaseUntilMs: nowMs() + leaseMs },
          where: { leaseUntilMs: { below: nowMs() }, ...isStill(known) },
          createsItem: true,
        },
        outageSchema,
      ),

    /**
     * Notes a failed probe. It begins an outage; if one lasts already, the next pause is longer, and the outage has the
     * reason that counts now.
     */
    async noteFailure(
      blocker: Blocker,
      reason: ReasonCode,
      known?: Outage,
    ): Promise<void> {
      const { probes = 0, beganAtMs = nowMs() } = known ?? {};
      const pauseMs = Math.min(maxPauseMs, minPauseMs * 2 ** probes);
      await table.update(keyOf(blocker), {
        set: {
          beganAtMs,
          reason,
          probes: probes + 1,
          probeAtMs: nowMs() + pauseMs,
          ...(hasChanged(blocker, known, reason) && { isShownLate: true }),
        },
        remove: ["leaseUntilMs"],
        where: isStill(known),
        createsItem: true,
      });
    },

    /** Notes a successful probe, which ends an outage. */
    async noteAnswer(blocker: Blocker, known?: Outage): Promise<void> {
      await table.update(keyOf(blocker), {
        set: { answeredAtMs: nowMs() },
        remove: [
          "leaseUntilMs",
          "beganAtMs",
          "reason",
          "probes",
          "probeAtMs",
          "isShownLate",
        ],
        where: isStill(known),
      });
    },

    /** Lets the next probe come at once, because an operator says that the cause is repaired. */
    probeSoon: (blocker: Blocker): Promise<boolean> =>
      table.update(keyOf(blocker), {
        set: { probeAtMs: nowMs() },
        where: { probeAtMs: { above: nowMs() } },
      }),

    /** Notes that all operations that wait show the cause that the caller has read. */
    noteShown: (blocker: Blocker, known: Outage): Promise<boolean> =>
      table.update(keyOf(blocker), {
        remove: ["isShownLate"],
        where: { ...isStill(known), reason: known.reason ?? absent },
      }),

    /** Marks a notice about an outage. It is an item of its own. */
    async tell(
      type: OutageNoticeType,
      outage: Blocker,
      reason: ReasonCode,
    ): Promise<void> {
      const atMs = nowMs();
      await table.update(`outage-notice#${outage}#${type}#${atMs}`, {
        set: {
          outage,
          reason,
          ...noticeItem(type, atMs),
          ...sweepAt(atMs + keptAfterEndMs),
        },
        where: {},
        createsItem: true,
      });
    },
  };
}

/** The platform refuses the service account, so an operator must act. Its other failures end without us. */
const refusals: readonly ReasonCode[] = [
  "login-refused",
  "platform-refused-401",
];

/**
 * Whether a probe fails for another cause than the one before it. The failures of a platform that is down change often,
 * and are one cause.
 */
export function hasChanged(
  blocker: Blocker,
  known: Outage | undefined,
  reason: ReasonCode,
): boolean {
  if (known?.reason === undefined) return false;
  const causeOf = (code: ReasonCode) =>
    blocker === "platform" ? refusals.includes(code) : rowOf(code);
  return causeOf(known.reason) !== causeOf(reason);
}

/** No outage has begun or ended since the caller read it. */
function isStill(known: Outage | undefined): Where {
  return { beganAtMs: known?.beganAtMs ?? absent };
}

function keyOf(blocker: Blocker): string {
  return `outage#${blocker}`;
}
