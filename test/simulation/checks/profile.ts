import type { StoredPerson } from "../../../infra/platform/state/platform-state.ts";
import { type Employee, type SaidEvent, tasks } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { InvariantBroken } from "./broken.ts";
import { accessStatementOf } from "./access-statement.ts";

type Options = {
  employee: Employee;
  person: StoredPerson;
  watch: PlatformWatch;
  operationOf: (
    event: SaidEvent,
  ) => Partial<Pick<Operation, "status" | "reason">>;
  platform: System["platform"];
  tell: () => string[];
};

/**
 * Requires that an enabled person has the username, the title, the department, the location and the status that HR has
 * said last, and the image and tasks of the hire. No operation of the employee may be open.
 *
 * @throws InvariantBroken
 */
export function checkProfile(options: Options): void {
  const { employee, person, watch, operationOf, platform, tell } = options;
  const { said, user } = employee;
  // A change that came after the end counts if the end is moved within 14 days. Later, HR must say it again.
  const mayNotCount = (event: SaidEvent) => {
    const { status, reason } = operationOf(event);
    // An operation is deleted after 90 days.
    return reason === "left" || (!status && isAfterEnd(event, said));
  };
  /** The values that a field may have: the last one that surely counts, and all later ones. Undefined: no value. */
  const possible = (name: string, events = said): unknown[] => {
    const named = events.filter(({ data }) => data[name] !== undefined);
    const from = named.findLastIndex((one) => !mayNotCount(one));
    const values = named.slice(Math.max(0, from)).map(({ data }) => data[name]);
    return from === -1 ? [undefined, ...values] : values;
  };
  const { username: name, title: job, department: unit } = employee;
  // The directory shows the values of now, like a record.
  const record = employee.record ?? (user && { username: name, job, unit });
  const username = record ? [record.username] : possible("username");
  const fields = {
    Title: record ? [record.job] : possible("title"),
    Department: record ? [record.unit] : possible("department"),
  };
  const require = (field: string, shown: unknown, allowed: unknown[]) => {
    if (!allowed.includes(shown)) fail(field, shown, allowed.at(-1));
  };
  const fail = (field: string, shown: unknown, expected: unknown) => {
    throw new InvariantBroken(
      "the profile shows what HR has said last",
      `${field} of ${employee.id} must be ${JSON.stringify(expected)}, and is ${JSON.stringify(shown) ?? "not set"}`,
      tell(),
    );
  };
  // After a change for a later day, a field that HR has said first can count last.
  const isDated = said.some(({ data }) => data["effectiveDate"] !== undefined);
  for (const [label, allowed] of isDated ? [] : Object.entries(fields)) {
    const shown = person.svc.profile?.find((one) => one.svc_label === label);
    require(`the ${label}`, shown?.value, allowed);
  }
  // A hire has no location, and an earlier employment had another person. So only what was said since the hire counts.
  const hireIndex = said.findLastIndex(({ type }) => type === "employee.hired");
  const since = said.slice(hireIndex + 1);
  if (since.some(hasLocation))
    require("the location", person.location, possible("location", since));
  require("the username", person.svc.username, username);

  // A cancelled termination can give access back after the deletion. The data of the hire, with its extras, is gone.
  const isRevived =
    watch.deletedAtMs(employee.id) !== undefined &&
    said.findLast(accessStatementOf)?.type === "employee.termination_cancelled";
  if (employee.hasExtras && !record && !isRevived) checkExtras();

  const createdAtMs = watch.person(person.id)?.createdAtMs ?? Infinity;
  const statuses = said
    .filter(({ type, atMs }) => type === "status.set" && atMs > createdAtMs)
    .sort((one, other) => one.atMs - other.atMs);
  const isSet = (event: SaidEvent) => operationOf(event).status === "succeeded";
  // A status that has expired, or came after the last day, may be shown, if the answer to its first write was lost.
  const mayShow = (event: SaidEvent) =>
    isSet(event) ||
    ["expired", "not-active"].includes(operationOf(event).reason ?? "");
  const lastIndex = statuses.findLastIndex(isSet);
  const shown = statuses.slice(Math.max(0, lastIndex)).filter(mayShow);
  if (lastIndex !== -1)
    require("the status", person.status, shown.map(({ data }) => data["text"]));

  /**
   * Requires the image and each task once. They may come twice only by a call that took effect after our client gave it
   * up.
   */
  function checkExtras(): void {
    const images = platform.imagesOf(person.id).length;
    const subjects = platform.tasksOf(person.id).map(({ subject }) => subject);
    const late = platform.lateCalls(`/people/${person.id}/images`);
    if (images < 1 || images > 1 + late)
      fail("the number of images", String(images), "1");
    const isWhole = tasks.every((task) => subjects.includes(task));
    const most = tasks.length + platform.lateCalls("/tasks");
    if (!isWhole || subjects.length > most)
      fail("the tasks", subjects.join(), tasks.join());
  }
}

/** Whether the last statement about the access before an event was a termination. */
function isAfterEnd({ atMs }: SaidEvent, said: readonly SaidEvent[]): boolean {
  const last = said.findLast(
    (one) => one.atMs <= atMs && accessStatementOf(one),
  );
  return last?.type === "employee.terminated";
}

function hasLocation({ data }: SaidEvent): boolean {
  return data["location"] !== undefined;
}
