import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { opsToken } from "../credentials.ts";

const operationSchema = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  /** When it goes on. */
  dueAt: z.string().optional(),
  steps: z.array(
    z.object({ name: z.string(), status: z.string(), at: z.string() }),
  ),
  warnings: z.array(z.object({ about: z.string(), reason: z.string() })),
  result: z.object({ personID: z.string() }).optional(),
});
export type WatchedOperation = z.infer<typeof operationSchema>;

const lookEveryMs = 40;
const unfinished = new Set(["accepted", "running"]);

/**
 * Follows an operation as caller `ops` until it ends or waits for its time.
 *
 * @param onStep - gets each step once, as it is seen
 * @throws Error when it has not ended within `timeoutMs`
 */
export async function watchOperation(
  origin: string,
  location: string,
  onStep: (step: WatchedOperation["steps"][number]) => void,
  timeoutMs = 30_000,
): Promise<WatchedOperation> {
  const seen = new Set<string>();
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const response = await fetch(origin + location, {
      headers: { authorization: `Bearer ${opsToken}` },
    });
    const operation = operationSchema.parse(await response.json());
    for (const step of operation.steps)
      if (!seen.has(step.name)) {
        seen.add(step.name);
        onStep(step);
      }
    if (!unfinished.has(operation.status)) return operation;
    if (Date.now() > deadlineMs)
      throw new Error(`${location} is still ${operation.status}`);
    await sleep(lookEveryMs);
  }
}
