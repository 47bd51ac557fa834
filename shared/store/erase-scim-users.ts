import type { Table } from "../dynamodb/table.ts";
import {
  aliasSchema,
  attributeOfCaller,
  claimSchema,
  keyOfScimEmployee,
  keyOfUser,
  noteLeft,
  releaseAlias,
  scimUserSchema,
} from "./scim-user.ts";

/**
 * Creates what erases all that identity providers said of an employee whose person is gone, and everything that leads to
 * it. Only a note stays that an employee has left, if the provider has said so.
 *
 * @returns `isNeeded` says whether an operation creates the next person of the employee, whose user stays
 */
export function createScimEraser(table: Table) {
  return async (
    employeeId: string,
    isNeeded: (operationId: string) => boolean,
  ): Promise<void> => {
    const ofEmployee = keyOfScimEmployee(employeeId);
    const item = (await table.get(ofEmployee, aliasSchema)) ?? {};
    for (const [attribute, content] of Object.entries(item)) {
      const claim = claimSchema.safeParse(content).data;
      if (!claim) continue;
      const caller = attribute.slice(attributeOfCaller("").length);
      const key = keyOfUser(caller, claim.user);
      const user = await table.get(key, scimUserSchema);
      if (user?.hireId !== undefined && isNeeded(user.hireId)) continue;
      // The provider may just have said something new of the user.
      if (user && !(await table.delete(key, { turn: user.turn }))) continue;
      for (const alias of user?.aliases ?? [])
        if (alias !== ofEmployee)
          await releaseAlias(table, alias, caller, claim.user);
      const isDeleted = user !== undefined && user.resource === undefined;
      if (isDeleted)
        await noteLeft(table, caller, { id: claim.user, employeeId }, "user");
      else await releaseAlias(table, ofEmployee, caller, claim.user);
    }
  };
}
