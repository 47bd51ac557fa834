import { timeOf } from "../../shared/person/field-times.ts";
import { countsFromMs } from "../../shared/store/find-replacement.ts";
import {
  isErasable,
  isSettled,
  type Operation,
} from "../../shared/store/operation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const chunkSize = 25;

/**
 * Step "erase": erases the personal data of a person who is gone: links, identities, refs, and the data of the events of
 * the employment that has ended. The tombstone of the employee stays.
 */
export function erasePersonalData(
  run: OffboardingRun,
  personID: string | undefined,
): Promise<void> {
  return run.steps.store("erase", () => erase(run, personID));
}

async function erase(
  { operation, store }: OffboardingRun,
  personID: string | undefined,
): Promise<void> {
  const { employees, identities, persons, operations, payloads } = store;
  const { id, employeeId } = operation;
  const employee = await employees.get(employeeId);
  const { terminatedAtMs = operation.eventAtMs } = employee ?? {};
  const { lastDayAtMs = terminatedAtMs } = employee ?? {};
  const all = await operations.ofEmployee(
    employeeId,
    Number.POSITIVE_INFINITY,
    [employee?.operationId, employee?.statusBy].filter(
      (one) => one !== undefined,
    ),
  );
  const isOfNext = findNextEmployment(all, { terminatedAtMs, lastDayAtMs });
  const past = all.filter((one) => isSettled(one) && !isOfNext(one));
  // For example a status that waits for its end.
  await Promise.all(
    past
      .filter(({ status }) => status === "waiting")
      .map(
        async (one) =>
          (await operations.cancel(one, `operation:${id}`, "left", id)) ??
          (await payloads.erase(one)),
      ),
  );
  await Promise.all([
    ...(employee?.identities ?? []).map((one) =>
      identities.unlink(one.kind, one.id, employeeId),
    ),
    ...(personID === undefined ? [] : [persons.unlink(personID, employeeId)]),
  ]);
  // In chunks, because an employee may have set thousands of statuses.
  for (const chunk of chunksOf(
    past.filter(({ status }) => status !== "waiting"),
  ))
    await Promise.all(chunk.map((one) => payloads.erase(one)));
  const withRefs = all.filter(
    ({ result }) =>
      result?.personID === personID &&
      Object.keys(result?.refs ?? {}).length > 0,
  );
  for (const chunk of chunksOf(withRefs))
    await Promise.all(chunk.map((one) => operations.forgetRefs(one.id)));
  await employees.close(employeeId, id);
}

type Ended = { terminatedAtMs: number; lastDayAtMs: number };

/**
 * Tells the events of the next employment from those of the one that has ended. The person was there until the
 * deletion, so events after the termination can belong to the employment that has ended:
 *
 * - A hire or an adoption that can still take effect begins the next employment if it counts from the last day on, and
 *   if it is later than the termination or waits for a start date. HR may send the next contract before the end of the
 *   first one.
 * - Other events belong to the next employment if they are not older than such a hire. For a change, the later one of
 *   its two times decides, because then it amends that hire.
 * - A status belongs to the person who is gone, whatever its time.
 * - A later termination, cancellation or thin event stays, and so does an event of a type that this version does not
 *   know. They can concern an employment whose hire has not come yet, or an operator must see them.
 */
function findNextEmployment(
  all: readonly Operation[],
  { terminatedAtMs, lastDayAtMs }: Ended,
): (one: Operation) => boolean {
  const isLater = ({ eventAtMs }: Operation) => eventAtMs > terminatedAtMs;
  const beginsNext = (one: Operation) =>
    isHire(one) &&
    !isErasable(one) &&
    one.phase === undefined &&
    countsFromMs(one) >= lastDayAtMs &&
    (isLater(one) ||
      (one.status === "waiting" && one.effectiveAtMs !== undefined));
  const nextHiredAtMs = Math.min(
    ...all.filter(beginsNext).map(({ eventAtMs }) => eventAtMs),
  );
  return (one) => {
    switch (one.type) {
      case "employee.hired":
      case "employee.adopted":
        return beginsNext(one);
      case "employee.changed":
        return Math.max(...timeOf(one)) >= nextHiredAtMs;
      case "status.set":
      case "status.show":
        return false;
      case "employee.terminated":
      case "employee.termination_cancelled":
      case "record.changed":
      case "unknown":
        return isLater(one);
      default:
        return one.eventAtMs >= nextHiredAtMs;
    }
  };
}

function isHire({ type }: Operation): boolean {
  return type === "employee.hired" || type === "employee.adopted";
}

function chunksOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}
