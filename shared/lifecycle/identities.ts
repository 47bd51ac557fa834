import * as z from "zod/mini";
import type { Table } from "./table.ts";

const identitySchema = z.object({ employeeId: z.string() });

export type Identities = ReturnType<typeof createIdentities>;

/** Who somebody is elsewhere: `slack` and `T1:U777` -> an employee. One identity belongs to one employee. */
export function createIdentities(table: Table) {
  const find = async (kind: string, id: string): Promise<string | undefined> =>
    (await table.get(key(kind, id), identitySchema))?.employeeId;

  return {
    /** Resolves to the employee id, or undefined when nobody is linked. */
    find,

    /** Resolves to false when the identity belongs to another employee. Linking it again is fine. */
    async link(kind: string, id: string, employeeId: string): Promise<boolean> {
      const linked = await table.putIfAbsent({ id: key(kind, id), employeeId });
      return linked || (await find(kind, id)) === employeeId;
    },
  };
}

function key(kind: string, id: string): string {
  return `identity#${kind}#${id}`;
}
