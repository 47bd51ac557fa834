import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";

const linkSchema = z.object({ employeeId: z.string() });

/** Links from things of other systems to employees. Each thing belongs to at most one employee. */
export function createLinks(table: Table, prefix: "identity" | "person") {
  const key = (id: string) => `${prefix}#${id}`;
  const find = async (id: string): Promise<string | undefined> =>
    (await table.get(key(id), linkSchema))?.employeeId;

  return {
    /** Resolves to the employee id, or undefined when there is no link. */
    find,

    /** Resolves to false when the thing belongs to another employee. Linking it again is harmless. */
    async link(id: string, employeeId: string): Promise<boolean> {
      const isNew = await table.putIfAbsent({ id: key(id), employeeId });
      return isNew || (await find(id)) === employeeId;
    },

    /** A link of another employee stays. */
    async unlink(id: string, employeeId: string): Promise<void> {
      await table.delete(key(id), { employeeId });
    },
  };
}
