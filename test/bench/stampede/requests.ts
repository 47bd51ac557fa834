import * as z from "zod";

/** The requests to a process with instances. */
export const requestSchema = z.discriminatedUnion("kind", [
  /** Cold instances ask for a token, each once, at random moments of the given time. */
  z.object({
    kind: z.literal("burst"),
    scope: z.string(),
    count: z.number(),
    seed: z.number(),
    /** Epoch milliseconds, so that all processes begin together. */
    beginAtMs: z.number(),
    spreadMs: z.number(),
  }),
  /** Revokes the token for all instances, as its expiry does. */
  z.object({ kind: z.literal("end"), scope: z.string() }),
  /** An instance takes the lead and dies before it has logged in: the whole process. */
  z.object({ kind: z.literal("crash"), scope: z.string() }),
  /** Warm instances are asked evenly, so often in a second, each time one of them. */
  z.object({
    kind: z.literal("load"),
    scope: z.string(),
    count: z.number(),
    perSecond: z.number(),
    durationMs: z.number(),
    earlyRenewalFactor: z.number(),
  }),
]);
export type InstancesRequest = z.infer<typeof requestSchema>;

export const setupSchema = z.object({
  dynamodb: z.string(),
  platform: z.string(),
});
export type InstancesSetup = z.infer<typeof setupSchema>;

/** How long each request waited for a token, and when it began, in epoch milliseconds. */
export const waitsSchema = z.array(
  z.object({ atMs: z.number(), waitMs: z.number() }),
);
export type Wait = z.infer<typeof waitsSchema>[number];
