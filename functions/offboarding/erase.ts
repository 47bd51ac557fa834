import { isSettled, isErasable } from "../../shared/store/operation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/**
 * Erases all that is personal of somebody who is gone: links, identities, what other events brought. The tombstone stays
 * with the employee. What was said after that is of their next life.
 */
export async function erase(
  { operation, store }: OffboardingRun,
  personID: string | undefined,
): Promise<void> {
  const { employees, identities, persons, operations, payloads } = store;
  const { id, employeeId } = operation;
  const known = await employees.get(employeeId);
  const { terminatedAtMs = operation.eventAtMs } = known ?? {};
  const all = await operations.ofEmployee(employeeId, Number.POSITIVE_INFINITY);
  const past = all.filter(
    (one) => one.eventAtMs <= terminatedAtMs && isSettled(one),
  );
  // A status that was to run out one day.
  await Promise.all(
    past
      .filter(({ status }) => status === "waiting")
      .map((one) => operations.cancel(one, `operation:${id}`, "left", id)),
  );
  await Promise.all([
    ...(known?.identities ?? []).map((one) =>
      identities.unlink(one.kind, one.id, employeeId),
    ),
    ...(personID === undefined ? [] : [persons.unlink(personID, employeeId)]),
  ]);
  // What is done has erased its data itself. Some at a time, for somebody may have set thousands of statuses.
  const data = past.filter((one) => !isErasable(one));
  for (const some of chunks(data, 25))
    await Promise.all(some.map((one) => payloads.erase(one)));
  const named = past.filter(
    ({ result }) => Object.keys(result?.refs ?? {}).length > 0,
  );
  for (const some of chunks(named, 25))
    await Promise.all(some.map((one) => operations.forgetRefs(one.id)));
  await employees.close(employeeId, id);
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
