import * as z from "zod";

/** A command of a test to its process. The process answers when it has executed the command. */
export const commandSchema = z.object({
  id: z.number(),
  /** The folder of the executions. Unfinished ones go on. */
  folder: z.string().optional(),
  /** How far its clock is ahead. */
  aheadMs: z.number().optional(),
  /** Whether to answer only when no execution runs or waits, and no request is under way. */
  isIdleAwaited: z.boolean().optional(),
});
export type Command = Omit<z.infer<typeof commandSchema>, "id">;

export const processAnswerSchema = z.object({
  id: z.number(),
  /** The endpoint of its Lambda API. */
  endpoint: z.string(),
});
export type ProcessAnswer = z.infer<typeof processAnswerSchema>;
