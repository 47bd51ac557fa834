import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

const linkSchema = z.object({ employeeId: z.string() });

/** Things of the outside world that each belong to one employee at most. */
export function createLinks(table: Table, prefix: "identity" | "person") {
  const key = (id: string) => `${prefix}#${id}`;
  const find = async (id: string): Promise<string | undefined> =>
    (await table.get(key(id), linkSchema))?.employeeId;

  return {
    /** Resolves to the employee id, or undefined when it is nobody's. */
    find,

    /** Resolves to false when it belongs to another employee. Linking it again is fine. */
    async link(id: string, employeeId: string): Promise<boolean> {
      const isNew = await table.putIfAbsent({ id: key(id), employeeId });
      return isNew || (await find(id)) === employeeId;
    },

    /** What belongs to another employee stays theirs. */
    async unlink(id: string, employeeId: string): Promise<void> {
      await table.delete(key(id), { employeeId });
    },
  };
}
