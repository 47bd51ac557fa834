import * as z from "zod/mini";
import { decodePayload } from "../../shared/store/payload.ts";
import type { StoredData } from "../../shared/store/payloads.ts";
import type { EmploymentRun } from "./employment-run.ts";

/** The data of an operation's event, from memory if it is this run's operation. Undefined when it was erased. */
export async function readSaid(
  { operation, memory: { payload }, store }: EmploymentRun,
  operationId: string,
): Promise<StoredData | undefined> {
  if (operation.id !== operationId || payload === undefined)
    return store.payloads.findUnparsed(operationId);
  const { id, type, fingerprint } = operation;
  const data = decodePayload(type, payload, z.unknown());
  return { id, type, fingerprint, data };
}
