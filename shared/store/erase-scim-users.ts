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
 * Creates the function that erases the users and aliases of an employee whose person is gone. If a provider has deleted
 * its user, the note stays that the employee has left. A user stays if its hire creates the next person: `isNeeded`.
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
      // If there is no user, an earlier attempt has erased it and broke off.
      const isDeleted = user
        ? user.resource === undefined
        : claim.hasLeft === true;
      const release = async () => {
        for (const alias of user?.aliases ?? [])
          if (alias !== ofEmployee)
            await releaseAlias(table, alias, caller, claim.user);
      };
      // The item of a deleted user says what is still to be released, so it goes last.
      if (isDeleted) {
        const noted = { id: claim.user, employeeId };
        await noteLeft(table, caller, noted, "user");
        await release();
      }
      // The provider may just have said something new of the user.
      if (user && !(await table.delete(key, { turn: user.turn }))) continue;
      if (isDeleted) continue;
      await release();
      await releaseAlias(table, ofEmployee, caller, claim.user);
    }
  };
}
