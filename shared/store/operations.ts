import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";
import { createAcceptance } from "./accept-operation.ts";
import { createExecutionWrites } from "./execution-writes.ts";
import type { Operation } from "./operation.ts";
import { createOperationWriter, idOf, keyOf } from "./operation-writer.ts";
import { createOperatorVerbs } from "./operator-verbs.ts";
import { createOutcomes } from "./outcomes.ts";
import { createScheduling } from "./scheduling.ts";

export type Operations = ReturnType<typeof createOperations>;

/**
 * Operations are the truth about requested work and its progress. Every change of status is one conditional write. When
 * two writers want to change the same operation, one of them succeeds and the other one learns that it did not.
 */
export function createOperations(table: Table, nowMs: () => number) {
  const writer = createOperationWriter(table, nowMs);
  const { get } = writer;
  return {
    get,
    ...createAcceptance(writer),
    ...createExecutionWrites(writer),
    ...createScheduling(writer),
    ...createOperatorVerbs(writer),
    ...createOutcomes(writer),

    /** Erases the refs of a result, because they can name a person who is gone. */
    forgetRefs: (id: string) =>
      table.update(keyOf(id), { set: { "result.refs": {} }, where: {} }),

    /**
     * The operations of an employee, newest first. The index may lack the newest one for a moment.
     *
     * @param also - operations of the employee that are known and must not be lacking
     */
    async ofEmployee(
      employeeId: string,
      limit = Number.POSITIVE_INFINITY,
      also: readonly string[] = [],
    ): Promise<Operation[]> {
      const { entries } = await table.all(
        {
          index: "employee",
          partition: ["employeeId", employeeId],
          newestFirst: true,
          limit,
        },
        z.object({ id: z.string() }),
      );
      const ids = new Set([...entries.map((one) => idOf(one.id)), ...also]);
      const found = await Promise.all([...ids].map((id) => get(id)));
      return found
        .filter((operation) => operation !== undefined)
        .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
    },
  };
}
