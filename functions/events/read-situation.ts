import * as z from "zod/mini";
import type { EventType } from "../../shared/event-types.ts";
import { type Employee, employedStates } from "../../shared/store/employee.ts";
import { isFinal, type Operation } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import { instantOf } from "../../shared/zoned-time.ts";
import type { Situation } from "./decide-events.ts";

type SituationDependencies = {
  store: Pick<Store, "employees" | "operations" | "payloads">;
  /** Where a date without a time ends, if its event names no zone. */
  zone: string;
};

/**
 * What our store knows of an employee, as far as it decides which events a record means. An operation that has not begun
 * counts as well: its event came before this read.
 *
 * @param caller - the caller that asks, whose own suspensions and terminations it may end
 * @param also - operations that are known and that an index may lack for a moment
 */
export async function readSituation(
  { store, zone }: SituationDependencies,
  employeeId: string,
  caller: string,
  also: readonly string[],
): Promise<Situation> {
  const { employees, operations } = store;
  const known = await employees.get(employeeId);
  const ids = [known?.operationId, known?.terminatedBy, ...also];
  const all = (
    await operations.ofEmployment(
      employeeId,
      ids.filter((id) => id !== undefined),
    )
  )
    .filter((one) => one.employeeId === employeeId)
    .toSorted(byLatest);
  const openOf = (type: EventType) =>
    all.filter((one) => one.type === type && isOpen(one));
  const isLatest = (one: AccessEvent, opposite: EventType) =>
    !all.some(
      (other) =>
        other.type === opposite &&
        other.eventAtMs > one.eventAtMs &&
        !isFinal(other),
    );

  const terminations = [
    ...openOf("employee.terminated"),
    ...terminationOf(known),
  ]
    .filter(
      (one) =>
        one.eventAtMs > (known?.terminationCancelledAtMs ?? 0) &&
        isLatest(one, "employee.termination_cancelled"),
    )
    .toSorted(byLatest);
  const [leaving] = terminations;
  const planned = openOf("employee.suspended").find(
    (one) =>
      one.eventAtMs > (known?.suspensionAtMs ?? 0) &&
      isLatest(one, "employee.resumed"),
  );
  const suspension = planned
    ? { ...planned, untilMs: await readUntil(planned, { store, zone }) }
    : suspensionOf(known).find((one) => isLatest(one, "employee.resumed"));
  return {
    state: known?.state,
    isHired: all.some(
      (one) =>
        (one.type === "employee.hired" || one.type === "employee.adopted") &&
        !isFinal(one),
    ),
    leaving: leaving && {
      // A cancellation would cancel those of other callers too.
      isOurs: terminations.every((one) => one.caller === caller),
      lastDayAtMs: leaving.effectiveAtMs,
      endsAtMs: leaving.effectiveAtMs ?? leaving.eventAtMs,
    },
    suspension: suspension && {
      isOurs: suspension.caller === caller,
      fromMs: suspension.effectiveAtMs,
      untilMs: suspension.untilMs,
    },
  };
}

const suspensionSchema = z.object({
  until: z.optional(z.string()),
  zone: z.optional(z.string()),
});

/** The end of a suspension that has not begun: only its data has it. Undefined if the data was erased. */
async function readUntil(
  operation: Operation,
  { store: { payloads }, zone }: SituationDependencies,
): Promise<number | undefined> {
  const data = await payloads.data(operation, suspensionSchema);
  return data?.until === undefined
    ? undefined
    : instantOf(data.until, "end", data.zone ?? zone);
}

/** A termination or a suspension, as far as it decides. */
type AccessEvent = Pick<Operation, "caller" | "eventAtMs" | "effectiveAtMs"> & {
  untilMs?: number | undefined;
};

/** The termination that holds. The employee's item keeps it, because its operation is deleted 90 days after its end. */
function terminationOf(known: Employee | undefined): AccessEvent[] {
  const { state, terminatedBy, terminatedByCaller: caller = "" } = known ?? {};
  const { terminatedAtMs = 0, lastDayAtMs } = known ?? {};
  // As long as the employment goes on, only the operation knows whether it will hold.
  if (!state || employedStates.includes(state)) return [];
  if (terminatedBy === undefined) return [];
  const effectiveAtMs =
    lastDayAtMs === terminatedAtMs ? undefined : lastDayAtMs;
  return [{ caller, eventAtMs: terminatedAtMs, effectiveAtMs }];
}

/** The suspension that holds. The employee's item keeps it for the same reason. */
function suspensionOf(known: Employee | undefined): AccessEvent[] {
  if (known?.suspendedBy === undefined) return [];
  const { suspendedByCaller: caller = "", suspensionAtMs = 0 } = known;
  const { suspendedFromMs: effectiveAtMs, suspendedUntilMs: untilMs } = known;
  return [{ caller, eventAtMs: suspensionAtMs, effectiveAtMs, untilMs }];
}

function byLatest(one: AccessEvent, other: AccessEvent): number {
  return other.eventAtMs - one.eventAtMs;
}

/** Whether an operation holds, or will hold. One that an operator has to decide about may still be released. */
function isOpen(operation: Operation): boolean {
  return !isFinal(operation) || operation.status === "needs_attention";
}
