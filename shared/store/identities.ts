import { createLinks } from "./links.ts";
import type { Table } from "../dynamodb/table.ts";

/** The same in either case, and written in both: Microsoft shows object ids so. */
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Who somebody is elsewhere: `slack` and `T1:U777` -> an employee. One identity belongs to one employee. */
export function createIdentities(table: Table) {
  const links = createLinks(table, "identity");
  const keyOf = (kind: string, id: string) =>
    `${kind}#${guid.test(id) ? id.toLowerCase() : id}`;
  return {
    /** Resolves to the employee id, or undefined when nobody is linked. */
    find: (kind: string, id: string) => links.find(keyOf(kind, id)),

    /** Resolves to false when the identity belongs to another employee. Linking it again is fine. */
    link: (kind: string, id: string, employeeId: string) =>
      links.link(keyOf(kind, id), employeeId),

    /** An identity of another employee stays theirs. */
    unlink: (kind: string, id: string, employeeId: string) =>
      links.unlink(keyOf(kind, id), employeeId),
  };
}
