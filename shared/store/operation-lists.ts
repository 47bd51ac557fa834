import type { Table } from "../dynamodb/table.ts";
import { isFinal, type Operation } from "./operation.ts";
import { idOf, type OperationWriter } from "./operation-writer.ts";
import { createPlanned } from "./planned.ts";

/** The operations of an employee, for readers and for decisions. */
export function createOperationLists({ table, nowMs, get }: OperationWriter) {
  /** What the index lists and these operations, which the index may lack for a moment, newest first. */
  async function find(
    query: Pick<Parameters<Table["ids"]>[0], "index" | "partition">,
    also: readonly string[],
    limit?: number,
  ): Promise<Operation[]> {
    const listed = await table.ids({
      ...query,
      newestFirst: true,
      ...(limit !== undefined && { limit }),
    });
    const ids = new Set([...listed.map(idOf), ...also]);
    const found = await Promise.all([...ids].map((id) => get(id)));
    return found
      .filter((operation) => operation !== undefined)
      .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  }

  return {
    /** Resolves to the operation if it exists and is not final. */
    async findUnderWay(id: string | undefined): Promise<Operation | undefined> {
      const operation = id === undefined ? undefined : await get(id);
      return operation && !isFinal(operation) ? operation : undefined;
    },

    /**
     * The operations of an employee, newest first. The index may lack the newest one for a moment.
     *
     * @param also - operations of the employee that are known and must not be lacking
     */
    ofEmployee: (
      employeeId: string,
      limit = 100,
      also: readonly string[] = [],
    ): Promise<Operation[]> =>
      find(
        { index: "employee", partition: ["employeeId", employeeId] },
        also,
        limit,
      ),

    /**
     * All operations that hire, adopt or terminate an employee, newest first. Decisions need all of them, so no limit.
     * Of those that begin at once, the index may lack the newest one for a moment, as if it came a moment later.
     *
     * @param also - operations of the employee that are known and must not be lacking
     */
    ofEmployment: async (
      employeeId: string,
      also: readonly string[] = [],
    ): Promise<Operation[]> =>
      find({ index: "employment", partition: ["employmentOf", employeeId] }, [
        ...(await createPlanned(table, nowMs).recent(employeeId)),
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

/** Whether an operation decides about the employment of an employee. A change of the person's fields does not. */
export function isOfEmployment({ type }: Pick<Operation, "type">): boolean {
  return type.startsWith("employee.") && type !== "employee.changed";
}
