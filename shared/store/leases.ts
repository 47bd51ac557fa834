import * as z from "zod/mini";
import { absent, type Where } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";
import {
  type Employee,
  type EmployeePatch,
  employeeSchema,
  keyOfEmployee,
} from "./employee.ts";
import { StepFailure } from "../step-failure.ts";

/** Longer than what is done under a lease can take, so that a next holder begins when no call is likely in flight. */
export const leaseMs = 90_000;
/** A holder that was delayed writes nothing in the last part of its time. A slower write is late: `isDoubtful`. */
const writingMs = 10_000;
/** A request without an answer may take effect for this time after its lease ended. */
export const lateWriteMs = 5 * 60_000;

/** What a holder knows of its time, and says of its writes. */
export type Lease = {
  /** A write of an earlier holder may still arrive, so the holder looks at the person again after its own write. */
  isDoubtful: boolean;
  /** Until when it may arrive. */
  lateWriteUntilMs: number;
  /**
   * Call it right before a write is sent.
   *
   * @throws StepFailure `employee-busy`, worth another attempt, when too little time of the lease is left
   */
  requireTime: () => void;
  /** A request of the write was sent and got no answer, so it may still arrive, also if another one succeeds. */
  noteUnanswered: () => void;
  /**
   * Writes to the item of the employee.
   *
   * @throws StepFailure `employee-busy`, worth another attempt, when another holder has the lease
   */
  note: (patch: EmployeePatch) => Promise<void>;
};

type Attributes = Record<string, unknown>;

/** What a lease writes to the employee. */
export type LeaseWrites = {
  /** What must be true of the employee when the lease is taken. */
  where: Where;
  /** Attributes that the same write sets. */
  set?: Attributes | undefined;
  /** Attributes that the end of the lease sets, if the write of the person succeeded. */
  setAfter?: Attributes | undefined;
  /** A doubtful write does not set `setAfter`: the holder writes again when no late write can come any more. */
  looksAgain?: boolean;
};

/** The attributes of a lease in an item. A lease ends by itself, because its holder may have crashed. */
export function leaseTo(leaseBy: string, leaseUntilMs: number) {
  return { leaseBy, leaseUntilMs };
}

export const leaseFields = ["leaseBy", "leaseUntilMs"] as const;

/** A lease can be taken under one of these conditions: it is over, or this holder goes on with it. */
export function whereFreeFor(
  leaseBy: string,
  nowMs: number,
  where: Where = {},
): Where[] {
  return [
    { ...where, leaseUntilMs: { atMost: nowMs } },
    { ...where, leaseBy },
  ];
}

/** @throws StepFailure, worth another attempt, in the last part of a lease */
export function requireTimeOf(
  takenAtMs: number,
  nowMs: number,
  code: "employee-busy" | "record-busy",
): void {
  if (nowMs > takenAtMs + leaseMs - writingMs)
    throw new StepFailure(code, { retryable: true });
}

const itemSchema = z.object({ leaseBy: z.string(), leaseUntilMs: z.number() });

/** Leases that are items of their own, and the leases of employees. One holder at a time has each. */
export function createLeases(table: Table, nowMs: () => number) {
  return {
    /** Takes a lease that is an item of its own, or goes on with it. If another holder has it, resolves to its end. */
    async take(
      id: string,
      by: string,
      forMs: number,
    ): Promise<number | undefined> {
      const atMs = nowMs();
      const { applied, item } = await table.updateOrRead(
        id,
        {
          set: leaseTo(by, atMs + forMs),
          where: whereFreeFor(by, atMs),
          createsItem: true,
        },
        itemSchema,
      );
      return applied ? undefined : item?.leaseUntilMs;
    },

    /** The end of a lease that another holder has. */
    async takenUntil(id: string, by: string): Promise<number | undefined> {
      const item = await table.get(id, itemSchema);
      return item && item.leaseBy !== by && item.leaseUntilMs > nowMs()
        ? item.leaseUntilMs
        : undefined;
    },

    /** @param by - only if this is the holder. @default any holder */
    end: (id: string, by?: string): Promise<boolean> =>
      table.delete(id, by === undefined ? {} : { leaseBy: by }),

    /**
     * Runs `write` while no other operation writes this person. An update of a person is read, change and write, and
     * the platform has no conditional write: a status update that read the person before it was disabled would enable
     * the person again.
     *
     * A request without an answer makes the holders of the next minutes doubtful. If `write` fails after it, the lease
     * stays until it expires, because the request may still be on its way.
     *
     * @param write - is given the employee as the lease was taken
     * @throws StepFailure `employee-busy`, worth another attempt; `employee-changed` when `where` is not true
     */
    async withLease<T>(
      employeeId: string,
      holder: string,
      { where, set = {}, setAfter = {}, looksAgain = false }: LeaseWrites,
      write: (lease: Lease, employee: Employee) => Promise<T>,
    ): Promise<T> {
      const id = keyOfEmployee(employeeId);
      const takenAtMs = nowMs();
      const lease = leaseTo(holder, takenAtMs + leaseMs);
      const takeIf = (condition: Where | Where[], late: Attributes = {}) =>
        table.updateOrRead(
          id,
          { set: { ...set, ...lease, ...late }, where: condition },
          employeeSchema,
        );
      const free = await takeIf({ ...where, leaseUntilMs: absent });
      // The holder before did not end its lease, so a request of it may still be on its way.
      const taken = free.applied
        ? free
        : await takeIf(whereFreeFor(holder, takenAtMs, where), {
            lateWriteUntilMs: takenAtMs + lateWriteMs,
          });
      if (!taken.applied) throw await whyNot(id, where);
      const employee = taken.item;
      const { lateWriteUntilMs = 0 } = employee;
      let isUnanswered = false;
      try {
        const given: Lease = {
          isDoubtful: lateWriteUntilMs > takenAtMs,
          lateWriteUntilMs,
          requireTime: () => requireTimeOf(takenAtMs, nowMs(), "employee-busy"),
          noteUnanswered() {
            isUnanswered = true;
          },
          async note(patch) {
            if (!(await table.update(id, { ...patch, where: lease })))
              throw busy();
          },
        };
        const value = await write(given, employee);
        const isOpen = looksAgain && given.isDoubtful;
        await release(id, lease, {
          isUnanswered,
          setAfter: isOpen ? {} : setAfter,
        });
        return value;
      } catch (error) {
        if (!isUnanswered) await release(id, lease);
        throw error;
      }
    },
  };

  async function whyNot(id: string, where: Where): Promise<StepFailure> {
    // Removes an attribute that no item has. The result tells whether the lease or the employee was the obstacle.
    const isAsWanted = await table.update(id, { remove: ["lookedAt"], where });
    return isAsWanted ? busy() : new StepFailure("employee-changed");
  }

  async function release(
    id: string,
    lease: Where,
    {
      isUnanswered = false,
      setAfter = {},
    }: { isUnanswered?: boolean; setAfter?: Attributes } = {},
  ): Promise<void> {
    await table.update(id, {
      remove: leaseFields,
      set: {
        ...setAfter,
        lateWriteUntilMs: isUnanswered ? nowMs() + lateWriteMs : undefined,
      },
      where: lease,
    });
  }
}

function busy(): StepFailure {
  return new StepFailure("employee-busy", { retryable: true });
}
