import type { Table } from "../dynamodb/table.ts";
import { createAcceptance } from "./accept-operation.ts";
import { createIdentities } from "./links.ts";
import { createOperationWriter } from "./operation-writer.ts";
import { createPayloads } from "./payloads.ts";

export type IntakeStore = ReturnType<typeof createIntakeStore>;

/** The part of the store that takes events. It is all that a receiver has in its bundle. */
export function createIntakeStore(table: Table, nowMs: () => number) {
  const writer = createOperationWriter(table, nowMs);
  return {
    operations: { get: writer.get, ...createAcceptance(writer) },
    payloads: createPayloads(table, nowMs),
    identities: createIdentities(table),
  };
}
