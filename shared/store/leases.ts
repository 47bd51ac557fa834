import { ApiError } from "../community/errors.ts";
import type { Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import { StoreConflict } from "./store-conflict.ts";

/** Longer than the calls made under a lease can take, so that none is still in flight when the next holder begins. */
const leaseMs = 90_000;

export type Leases = ReturnType<typeof createLeases>;

/**
 * One writer per person. An update of a person is read, change, write, and the platform has no way to say "only if it is
 * still as I read it"; so a status that was read before its person was disabled could enable them again.
 */
export function createLeases(table: Table, nowMs: () => number) {
  return {
    /**
     * Runs `write` while nobody else writes this person. Where the outcome of `write` is unknown the lease stays until
     * it runs out: the request may still be on its way.
     *
     * @param where - what must hold of the employee, in the same moment
     * @param set - what to note of the employee, in the same moment
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
    // Touches nothing that matters, and tells whether it was the lease or the employee that stood in the way.
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

/** A gateway that gave up does not say that the platform did. */
function isInFlight(error: unknown): boolean {
  if (error instanceof ApiError) return [502, 504].includes(error.status);
  return (
    error instanceof Error &&
    ["UnknownOutcomeError", "UnreachableError"].includes(error.name)
  );
}
