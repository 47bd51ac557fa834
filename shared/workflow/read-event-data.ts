import type * as z from "zod/mini";
import { createMemo } from "../memo.ts";
import type { PayloadKey, Payloads } from "../store/payloads.ts";
import { StepFailure } from "./failure.ts";

/**
 * Reads the data of an operation's event from our store at the first call, and remembers it. Steps call it when they
 * need the data, because the engine's history must not hold personal data.
 *
 * The returned function throws StepFailure `data-erased` when the data is gone.
 */
export function readEventData<S extends z.ZodMiniType>(
  operation: PayloadKey,
  payloads: Pick<Payloads, "data">,
  schema: S,
): () => Promise<z.output<S>> {
  const memo = createMemo(async () => {
    const data = await payloads.data(operation, schema);
    if (data === undefined) throw new StepFailure("data-erased");
    return data;
  });
  return () => memo.get();
}
