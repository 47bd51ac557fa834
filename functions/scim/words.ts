import {
  changeOf,
  type EventWord,
  hireOf,
  isActive,
  plainWord,
} from "./events-of.ts";
import type { ScimObject } from "./attributes.ts";

/** How the access of a user who is not active ends: until they are active again, or with the employment. */
export type Disable = "suspend" | "terminate";

/** A user before and after a request. */
type Said = {
  employeeId: string;
  before: ScimObject;
  after: ScimObject;
  disable: Disable;
};

/**
 * The events of a request for a user who was hired. The one about the access comes first.
 *
 * @param hiresAgain - the hire came to nothing, and is said once more
 */
export function wordsOfChange(
  { employeeId, before, after, disable }: Said,
  hiresAgain: boolean,
): EventWord[] {
  const changes = (since: ScimObject | undefined) => {
    const change = changeOf(employeeId, since, after);
    return change ? [change] : [];
  };
  const [wasOn, isOn] = [isActive(before), isActive(after)];
  if (hiresAgain && isOn)
    return [hireOf(employeeId, after), ...changes(before)];
  if (disable === "suspend")
    return wasOn === isOn
      ? changes(before)
      : [accessWord(employeeId, isOn, disable), ...changes(before)];
  // An employment that has ended takes no changes. All of them are said when it goes on.
  if (!isOn) return wasOn ? [accessWord(employeeId, isOn, disable)] : [];
  return wasOn
    ? changes(before)
    : [accessWord(employeeId, isOn, disable), ...changes(undefined)];
}

/**
 * The events of a POST of a deleted user whose person is not deleted yet. Without access, they do not get it for a moment
 * either.
 *
 * @param wasOff - the access was taken away before the deletion
 */
export function wordsOfComeback(
  { employeeId, after, disable }: Omit<Said, "before">,
  wasOff: boolean,
): EventWord[] {
  const isOn = isActive(after);
  if (!isOn && disable === "terminate")
    return [accessWord(employeeId, isOn, disable)];
  const change = changeOf(employeeId, undefined, after);
  const isSwitched = disable === "suspend" && isOn === wasOff;
  return [
    ...(isSwitched ? [accessWord(employeeId, isOn, disable)] : []),
    plainWord("employee.termination_cancelled", employeeId),
    ...(change ? [change] : []),
  ];
}

function accessWord(
  employeeId: string,
  isOn: boolean,
  disable: Disable,
): EventWord {
  if (disable === "suspend")
    return plainWord(
      isOn ? "employee.resumed" : "employee.suspended",
      employeeId,
    );
  if (isOn) return plainWord("employee.termination_cancelled", employeeId);
  // No provider deletes a person by saying that they are not active.
  return {
    type: "employee.terminated",
    data: { employeeId, disposition: "disable" },
  };
}
