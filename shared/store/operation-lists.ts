import type { Table } from "../dynamodb/table.ts";
import type { Operation } from "./operation.ts";
import { idOf, type OperationWriter } from "./operation-writer.ts";

/** The operations of an employee. */
export function createOperationLists({ table, get }: OperationWriter) {
  async function idsOf(
    query: Pick<Parameters<Table["ids"]>[0], "index" | "partition">,
    limit?: number,
  ): Promise<string[]> {
    const listed = await table.ids({
      ...query,
      newestFirst: true,
      ...(limit !== undefined && { limit }),
    });
    return listed.map(idOf);
  }

  /** The operations that exist, newest first. */
  async function getAll(ids: readonly string[]): Promise<Operation[]> {
    const found = await Promise.all([...new Set(ids)].map((id) => get(id)));
    return found
      .filter((operation) => operation !== undefined)
      .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  }

  return {
    /**
     * The operations of an employee, newest first. The index may lack the newest one for a moment.
     *
     * @param also - operations of the employee that are known and must not be lacking
     */
    ofEmployee: async (
      employeeId: string,
      limit = 100,
      also: readonly string[] = [],
    ): Promise<Operation[]> =>
      getAll([
        ...(await idsOf(
          { index: "employee", partition: ["employeeId", employeeId] },
          limit,
        )),
        ...also,
      ]),
  };
}

/** A key of the index `caller`. The name of a caller has no space. */
export function sentBy({
  caller,
  employeeId,
}: Pick<Operation, "caller" | "employeeId">): string {
  return `${caller} ${employeeId}`;
}
