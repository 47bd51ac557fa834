import type { Employee, FieldTimes } from "../store/employee.ts";
import type { Operation } from "../store/operation.ts";

/** When a change of a field counts: first by the time from which it holds, then by the time of its event. */
export type ChangeTime = FieldTimes[string];

/** The time of an operation that changes a person. Without an effective date, the change holds from its event on. */
export function timeOf({
  eventAtMs,
  effectiveAtMs = eventAtMs,
}: Pick<Operation, "eventAtMs" | "effectiveAtMs">): ChangeTime {
  return [effectiveAtMs, eventAtMs];
}

/** The times of an event: one for all of its fields, or one for each pointer. */
export type ChangeTimes = ChangeTime | ((pointer: string) => ChangeTime);

/**
 * The times of a hire that changes have amended while it waited: each field that a change has set has the time of that
 * change, and all others have the time of the hire.
 */
export function timesOfHire({
  eventAtMs,
  amendment,
}: Pick<Operation, "eventAtMs" | "amendment">): ChangeTimes {
  const hiredAt: ChangeTime = [eventAtMs, eventAtMs];
  return (pointer) => {
    const [time = hiredAt] = timesOf(pointer, amendment?.fieldTimes ?? {});
    return time;
  };
}

/** An employee has few fields. Only kinds of identities have free names. */
const maxTimes = 100;

/**
 * Which fields of an event are not older than the event that set them before, so that two changes have the same result
 * in any order. The same times again, as in a retry, are not older.
 *
 * The hire or adoption that opened the employment counts with its event time for all fields: a change whose two times
 * are before it is outdated.
 *
 * @param pointers - JSON Pointers into the event's data
 */
export function orderFields(
  pointers: readonly string[],
  at: ChangeTimes,
  { fieldTimes = {}, openedAtMs = 0 }: Partial<Employee>,
): { current: string[]; outdated: string[]; fieldTimes: FieldTimes } {
  const atOf = typeof at === "function" ? at : () => at;
  const isOutdated = (pointer: string) =>
    Math.max(...atOf(pointer)) < openedAtMs ||
    timesOf(pointer, fieldTimes).some((known) => isOlder(atOf(pointer), known));
  const current = pointers.filter((pointer) => !isOutdated(pointer));
  const times = { ...fieldTimes };
  for (const pointer of current) times[pointer] = atOf(pointer);
  return {
    current,
    outdated: pointers.filter(isOutdated),
    fieldTimes: newestOf(times),
  };
}

/** The time of a field, and of the object around it: null for all identities is later than each older identity. */
function timesOf(pointer: string, fieldTimes: FieldTimes): ChangeTime[] {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  return [fieldTimes[pointer], fieldTimes[parent]].filter(
    (time) => time !== undefined,
  );
}

function isOlder(
  [effectiveAtMs, eventAtMs]: ChangeTime,
  [knownEffectiveAtMs, knownEventAtMs]: ChangeTime,
): boolean {
  return (
    effectiveAtMs < knownEffectiveAtMs ||
    (effectiveAtMs === knownEffectiveAtMs && eventAtMs < knownEventAtMs)
  );
}

function newestOf(times: FieldTimes): FieldTimes {
  const entries = Object.entries(times);
  if (entries.length <= maxTimes) return times;
  const newestFirst = entries.sort(([, one], [, other]) =>
    isOlder(one, other) ? 1 : -1,
  );
  return Object.fromEntries(newestFirst.slice(0, maxTimes));
}
