import type { UpdateEmployee } from "./employee.ts";

/** Which status of an employee the profile shows. */
export function createShownStatus(update: UpdateEmployee) {
  return {
    /**
     * Notes which operation's status the profile shows, and the time of its event. Only the holder of the lease may.
     */
    noteStatus: (
      employeeId: string,
      operationId: string,
      statusAtMs: number,
    ): Promise<boolean> =>
      update(
        employeeId,
        { leaseBy: operationId },
        { statusBy: operationId, statusAtMs },
      ),

    /** Notes that a status has expired, and which operation's status the profile shows now, if it is known. */
    noteStatusBy: (
      employeeId: string,
      from: string,
      to: string | undefined,
    ): Promise<boolean> =>
      update(
        employeeId,
        { statusBy: from },
        { statusBy: to },
        to === undefined ? ["statusBy"] : [],
      ),
  };
}
