import type { Table } from "../dynamodb/table.ts";
import { eventFactsOf } from "../event-types.ts";
import { isFinal, type Operation } from "./operation.ts";
import { idOf, type OperationWriter } from "./operation-writer.ts";
import { createPlanned } from "./planned.ts";

/** The operations of an employee, for readers and for decisions. */
export function createOperationLists({ table, nowMs, get }: OperationWriter) {
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

  /**
   * The ids of all operations that hire, adopt or terminate an employee. Decisions need all of them, so no limit. The
   * index may lack an operation that began at once for a moment, as if the operation came a moment later.
   */
  async function idsOfEmployment(employeeId: string): Promise<string[]> {
    const [listed, planned] = await Promise.all([
      idsOf({ index: "employment", partition: ["employmentOf", employeeId] }),
      createPlanned(table, nowMs).recent(employeeId),
    ]);
    return [...listed, ...planned];
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

    idsOfEmployment,
    getAll,

    /** The other operations that hire, adopt or terminate the employee of an operation, newest first. */
    othersOfEmployment: async ({
      id,
      employeeId,
    }: Pick<Operation, "id" | "employeeId">): Promise<Operation[]> => {
      const ids = await idsOfEmployment(employeeId);
      return getAll(ids.filter((other) => other !== id));
    },

    /**
     * All operations that hire, adopt or terminate an employee, newest first.
     *
     * @param also - operations of the employee that are known and must not be lacking
     */
    ofEmployment: async (
      employeeId: string,
      also: readonly string[] = [],
    ): Promise<Operation[]> =>
      getAll([...(await idsOfEmployment(employeeId)), ...also]),
  };
}

/** A key of the index `caller`. The name of a caller has no space. */
export function sentBy({
  caller,
  employeeId,
}: Pick<Operation, "caller" | "employeeId">): string {
  return `${caller} ${employeeId}`;
}

/** Whether an operation decides about the employment of an employee. */
export function isOfEmployment({ type }: Pick<Operation, "type">): boolean {
  return eventFactsOf(type)?.isOfEmployment === true;
}
