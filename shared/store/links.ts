import * as z from "zod/mini";
import type { Table } from "../dynamodb/table.ts";
import type { Identity } from "./employee.ts";

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

    /** Removes the link, unless it is of another employee. */
    async unlink(id: string, employeeId: string): Promise<void> {
      await table.delete(key(id), { employeeId });
    },
  };
}

/** Microsoft writes object ids in upper and in lower case, and both mean the same. */
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether two identities are the same, in whichever case their GUIDs are written. */
export function isSameIdentity(one: Identity, other: Identity): boolean {
  return one.kind === other.kind && lowerGuid(one.id) === lowerGuid(other.id);
}

/** Links from identities in other systems, such as `T1:U777` of kind `slack`, to employees. */
export function createIdentities(table: Table) {
  const links = createLinks(table, "identity");
  const keyOf = (kind: string, id: string) => `${kind}#${lowerGuid(id)}`;
  return {
    find: (kind: string, id: string) => links.find(keyOf(kind, id)),

    link: (kind: string, id: string, employeeId: string) =>
      links.link(keyOf(kind, id), employeeId),

    unlink: (kind: string, id: string, employeeId: string) =>
      links.unlink(keyOf(kind, id), employeeId),
  };
}

function lowerGuid(id: string): string {
  return guid.test(id) ? id.toLowerCase() : id;
}
