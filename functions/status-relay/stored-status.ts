import * as z from "zod/mini";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import type { StatusRelayRun } from "./status-relay-run.ts";

/** The data of a status in our store, until it is erased. */
export const storedStatusSchema = z.object({
  /** An empty text clears the status. */
  text: z.string(),
  expiresAtMs: z.optional(z.number()),
  /** The destination of a late answer. `scheme` is the chat tool: at first each chat tool had a scheme of its own. */
  reply: z.optional(
    z.object({
      scheme: z.string(),
      url: z.string(),
      zone: z.optional(z.string()),
      locale: z.optional(z.string()),
    }),
  ),
});
export type StoredStatus = z.infer<typeof storedStatusSchema>;

/** Reads the data of the operation. @throws StepFailure `data-erased` */
export function readStoredStatus(run: StatusRelayRun): Promise<StoredStatus> {
  return readEventData(run, storedStatusSchema)();
}
