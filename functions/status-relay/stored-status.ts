import * as z from "zod/mini";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { StatusRun } from "./status-run.ts";

/** What a status leaves in our store until it is done with. */
export const storedStatusSchema = z.object({
  /** Empty to clear it. */
  text: z.string(),
  expiresAtMs: z.optional(z.number()),
  /** Where the result is told when it comes late. */
  reply: z.optional(z.object({ scheme: z.string(), url: z.string() })),
});
export type StoredStatus = z.infer<typeof storedStatusSchema>;

/** @throws StepFailure `data-erased` */
export async function storedStatus({
  operation,
  store,
}: StatusRun): Promise<StoredStatus> {
  const status = await store.payloads.data(operation, storedStatusSchema);
  if (status) return status;
  throw new StepFailure("data-erased");
}
