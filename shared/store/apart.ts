import * as z from "zod/mini";
import { sweepAt, type Table } from "../dynamodb/table.ts";
import type { Operation } from "./operation.ts";
import { type Payload, payloadSchema } from "./payload.ts";

/** What can lie in an item of its own, apart from the item of its operation: large data, and the bytes of an avatar. */
type Kind = "data" | "avatar";

/** The id of an item that lies apart. */
export function apartIdOf(
  kind: Kind,
  { id, fingerprint }: Pick<Operation, "id" | "fingerprint">,
): string {
  return `${kind}#${id}#${fingerprint}`;
}

/** Whether an id of `apartIdOf` is that of data. */
function isDataId(id: string): boolean {
  return id.startsWith("data#");
}

/** Whether an id of `apartIdOf` is that of an avatar. */
export function isAvatarId(id: string): boolean {
  return id.startsWith("avatar#");
}

/** Larger data lies apart, because each write of an operation costs as much as its whole item. */
const maxBytesInItem = 4 * 1024;

/** Whether data lies apart. */
export function isLarge({ json }: Payload): boolean {
  return Buffer.byteLength(json) > maxBytesInItem;
}

const apartDataSchema = z.object({ payload: payloadSchema });

/** The data of an operation, wherever it lies. Undefined when it was erased. */
export async function payloadOf(
  table: Table,
  {
    apart,
    payload,
  }: { apart?: string[] | undefined; payload?: Payload | undefined },
): Promise<Payload | undefined> {
  const dataId = apart?.find(isDataId);
  return dataId === undefined
    ? payload
    : (await table.get(dataId, apartDataSchema))?.payload;
}

/** Keeps the items for longer. */
export async function keepApart(
  table: Table,
  ids: readonly string[],
  untilMs: number,
): Promise<void> {
  await Promise.all(
    ids.map((id) => table.update(id, { set: sweepAt(untilMs), where: {} })),
  );
}

export async function deleteApart(
  table: Table,
  ids: readonly string[] = [],
): Promise<void> {
  await Promise.all(ids.map((id) => table.delete(id)));
}
