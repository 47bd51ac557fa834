import { isAtRest } from "../../shared/lifecycle/operation.ts";
import type { Scene } from "./scene.ts";

/**
 * Erases all that is personal of somebody who is gone: links, identities, what other events brought. The tombstone stays
 * with the employee. What was said after that is of their next life.
 */
export async function erase(
  { operation, lifecycle }: Scene,
  personID: string | undefined,
): Promise<void> {
  const { employees, identities, persons, operations, payloads } = lifecycle;
  const { id, employeeId } = operation;
  const known = await employees.get(employeeId);
  const { terminatedAtMs = operation.eventAtMs } = known ?? {};
  const all = await operations.ofEmployee(employeeId, Number.POSITIVE_INFINITY);
  const past = all.filter(
    (one) => one.eventAtMs <= terminatedAtMs && isAtRest(one),
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
    ...past.map((one) => payloads.erase(one)),
    ...past
      .filter(({ result }) => result !== undefined)
      .map(({ id }) => operations.forgetRefs(id)),
  ]);
  await employees.close(employeeId, id);
}
