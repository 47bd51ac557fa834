import { createLinks } from "./links.ts";
import type { Table } from "../dynamodb/table.ts";

/** Microsoft writes object ids in upper and in lower case, and both mean the same. */
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Links from identities in other systems, such as `T1:U777` of kind `slack`, to employees. */
export function createIdentities(table: Table) {
  const links = createLinks(table, "identity");
  const keyOf = (kind: string, id: string) =>
    `${kind}#${guid.test(id) ? id.toLowerCase() : id}`;
  return {
    /** Resolves to the employee id, or undefined when the identity is not linked. */
    find: (kind: string, id: string) => links.find(keyOf(kind, id)),

    /** Resolves to false when the identity belongs to another employee. Linking it again is harmless. */
    link: (kind: string, id: string, employeeId: string) =>
      links.link(keyOf(kind, id), employeeId),

    /** A link of another employee stays. */
    unlink: (kind: string, id: string, employeeId: string) =>
      links.unlink(keyOf(kind, id), employeeId),
  };
}
