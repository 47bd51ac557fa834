import * as z from "zod";

/** What a test tells its process to do; each is answered once it is done. */
export const orderSchema = z.object({
  id: z.number(),
  /** Where unfinished executions lie, which then go on. */
  folder: z.string().optional(),
  /** How far its clock is ahead. */
  aheadMs: z.number().optional(),
  /** Whether to answer only when no execution runs or waits, and no request is under way. */
  isIdleAwaited: z.boolean().optional(),
});
export type Order = Omit<z.infer<typeof orderSchema>, "id">;

export const processAnswerSchema = z.object({
  id: z.number(),
  /** Of its Lambda API. */
  endpoint: z.string(),
});
export type ProcessAnswer = z.infer<typeof processAnswerSchema>;
