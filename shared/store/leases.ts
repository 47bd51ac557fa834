import { ApiError } from "../community/errors.ts";
import type { Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { StoreConflict } from "./store-conflict.ts";

/** Longer than the calls under a lease can take, so that no call is in flight when the next holder begins. */
const leaseMs = 90_000;

export type Leases = ReturnType<typeof createLeases>;

/**
 * One writer for each person. An update of a person is read, change and write, and the platform has no conditional
 * write. Without a lease, a status update that read the person before it was disabled would enable the person again.
 */
export function createLeases(table: Table, nowMs: () => number) {
  return {
    /**
     * Runs `write` while no other operation writes this person. When the outcome of `write` is unknown, the lease stays
     * until it expires, because the request may still be on its way.
     *
     * @param where - what must hold of the employee when the lease is taken
     * @param set - attributes of the employee that the same write sets
     * @throws StoreConflict `employee-busy`, worth another attempt; `employee-changed` when `where` does not hold
     */
    async hold<T>(
      employeeId: string,
      holder: string,
      { where, set = {} }: { where: Where; set?: Record<string, unknown> },
      write: () => Promise<T>,
    ): Promise<T> {
      const id = `employee#${employeeId}`;
      const lease = { leaseBy: holder, leaseUntilMs: nowMs() + leaseMs };
      const isFree = { leaseUntilMs: { below: nowMs() } };
      const taken =
        (await table.update(id, {
          set: { ...set, ...lease },
          where: { ...where, ...isFree },
        })) ||
        (await table.update(id, {
          set: { ...set, ...lease },
          where: { ...where, leaseBy: holder },
        }));
      if (!taken) throw await whyNot(id, where);
      try {
        const value = await write();
        await release(id, holder);
        return value;
      } catch (error) {
        if (!isInFlight(error)) await release(id, holder);
        throw error;
      }
    },
  };

  async function whyNot(id: string, where: Where): Promise<StoreConflict> {
    // Removes an attribute that no item has. The result tells whether the lease or the employee was the obstacle.
    const isAsWanted = await table.update(id, { remove: ["lookedAt"], where });
    return isAsWanted
      ? new StoreConflict("employee-busy", { retryable: true })
      : new StoreConflict("employee-changed", { retryable: false });
  }

  async function release(id: string, holder: string): Promise<void> {
    await table.update(id, {
      remove: ["leaseBy", "leaseUntilMs"],
      where: { leaseBy: holder },
    });
  }
}

/** A gateway that gave up says nothing about the platform, which may still process the request. */
function isInFlight(error: unknown): boolean {
  if (error instanceof ApiError) return [502, 504].includes(error.status);
  return (
    error instanceof Error &&
    ["UnknownOutcomeError", "UnreachableError"].includes(error.name)
  );
}
