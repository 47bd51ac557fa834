import type { Employee, Identity, UpdateEmployee } from "./employee.ts";

/**
 * The usernames and hashes of e-mail addresses that a person may have. The first of each is the one that a read showed last,
 * unless a late write could have changed it since.
 */
export type KnownNames = {
  usernames: readonly string[];
  emailHashes: readonly string[];
};

/** The names of an employee's person. Both lists are empty if our store does not know the person. */
export function namesOf({
  username,
  otherUsernames = [],
  emailHash,
  otherEmailHashes = [],
}: Partial<Employee>): KnownNames {
  return {
    usernames: username === undefined ? [] : [username, ...otherUsernames],
    emailHashes:
      emailHash === undefined ? [] : [emailHash, ...otherEmailHashes],
  };
}

/** Attributes that only a read of the person, or a rename, can make true. */
export const otherNames = ["otherUsernames", "otherEmailHashes"] as const;

/** What a change of a person notes on the employee's item. Only the holder of the lease may. */
export function createKnownNames(update: UpdateEmployee) {
  return {
    /** Stores which names the person may have from now on. */
    keepNames: (
      employeeId: string,
      operationId: string,
      { usernames, emailHashes }: KnownNames,
    ): Promise<boolean> => {
      const [username, ...otherUsernames] = usernames;
      const [emailHash, ...otherEmailHashes] = emailHashes;
      const set = {
        username,
        emailHash,
        ...(otherUsernames.length > 0 && { otherUsernames }),
        ...(otherEmailHashes.length > 0 && { otherEmailHashes }),
      };
      return update(
        employeeId,
        { leaseBy: operationId },
        set,
        otherNames.filter((name) => !(name in set)),
      );
    },

    /**
     * Stores the identities of the employee in other systems.
     *
     * @param fieldsVersion - that of the list which this one replaces, because an adoption adds to it without the lease
     */
    keepIdentities: (
      employeeId: string,
      operationId: string,
      fieldsVersion: number,
      identities: readonly Identity[],
    ): Promise<boolean> =>
      update(
        employeeId,
        { leaseBy: operationId, fieldsVersion },
        { identities, fieldsVersion: fieldsVersion + 1 },
      ),
  };
}
