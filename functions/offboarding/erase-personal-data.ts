import { isSettled, type Operation } from "../../shared/store/operation.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

const chunkSize = 25;

/**
 * Step "erase": erases the personal data of a person who is gone: links, identities, and the data of earlier events.
 * The tombstone of the employee stays. Events after the termination belong to the next employment, and keep their
 * data.
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
  const past = all.filter(
    (one) =>
      one.eventAtMs <= terminatedAtMs &&
      isSettled(one) &&
      !isOfNext(one, lastDayAtMs),
  );
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
  const withRefs = past.filter(
    ({ result }) => Object.keys(result?.refs ?? {}).length > 0,
  );
  for (const chunk of chunksOf(withRefs))
    await Promise.all(chunk.map((one) => operations.forgetRefs(one.id)));
  await employees.close(employeeId, id);
}

/** Whether a hire that waits begins after the last day: HR sent the next contract before the end of this one. */
function isOfNext(
  { type, status, phase, effectiveAtMs = 0 }: Operation,
  lastDayAtMs: number,
): boolean {
  return (
    type === "employee.hired" &&
    status === "waiting" &&
    phase === undefined &&
    effectiveAtMs >= lastDayAtMs
  );
}

function chunksOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}
