import type * as z from "zod/mini";
import { createMemo } from "../memo.ts";
import type { Operation } from "../store/operation.ts";
import { decodePayload } from "../store/payload.ts";
import type { PayloadKey, Payloads } from "../store/payloads.ts";
import type { WorkflowRun } from "./create-workflow.ts";
import { StepFailure } from "../step-failure.ts";

type EventRun = Pick<WorkflowRun, "memory"> & {
  operation: PayloadKey & Pick<Operation, "type">;
  store: { payloads: Pick<Payloads, "readData"> };
};

/**
 * Reads the data of an operation's event at the first call, and remembers it. Steps call it when they need the data,
 * because the engine's history must not contain personal data.
 *
 * The returned function throws StepFailure `data-erased` when the data is gone.
 */
export function readEventData<S extends z.ZodMiniType>(
  run: EventRun,
  schema: S,
): () => Promise<z.output<S>> {
  const memo = createMemo(async () => {
    const data = await findEventData(run, schema);
    if (data === undefined) throw new StepFailure("data-erased");
    return data;
  });
  return () => memo.get();
}

/**
 * The data of an operation's event, from the memory of this invocation or else from our store. Resolves to undefined
 * when it is gone.
 */
export async function findEventData<S extends z.ZodMiniType>(
  { operation, memory: { payload }, store }: EventRun,
  schema: S,
): Promise<z.output<S> | undefined> {
  return payload
    ? decodePayload(operation.type, payload, schema)
    : store.payloads.readData(operation, schema);
}
