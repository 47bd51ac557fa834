import type { StoredPerson } from "../../../infra/platform/state/platform-state.ts";
import { type Employee, type SaidEvent, tasks } from "../company/employee.ts";
import type { System } from "../system/system.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { InvariantBroken } from "./broken.ts";

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
 * The profile of an enabled person shows the names, the title and the status that HR has said last. It is asked when no
 * operation of the employee is open.
 *
 * @throws InvariantBroken
 */
export function checkProfile(options: Options): void {
  const { employee, person, watch, operationOf, platform, tell } = options;
  const { said } = employee;
  // Who hears that a change came after the end says it again if the end is moved.
  const isLeft = (event: SaidEvent) => operationOf(event).reason === "left";
  const lastOf = (name: string) =>
    said.findLast((one) => one.data[name] !== undefined && !isLeft(one))?.data[
      name
    ];
  const record = employee.record ?? recordOf(employee);
  const username = record?.username ?? lastOf("username");
  const fields = {
    Title: record?.job ?? lastOf("title"),
    Department: record?.unit ?? lastOf("department"),
  };
  const fail = (field: string, shown: unknown, is: unknown) => {
    throw new InvariantBroken(
      "the profile shows what HR has said last",
      `${field} of ${employee.id} must be ${JSON.stringify(is)}, and is ${JSON.stringify(shown) ?? "not set"}`,
      tell(),
    );
  };
  // After a change for a later day, a field that HR has said first can count last.
  const isDated = said.some(({ data }) => data["effectiveDate"] !== undefined);
  for (const [label, is] of isDated ? [] : Object.entries(fields)) {
    const shown = person.svc.profile?.find((one) => one.svc_label === label);
    if (shown?.value !== is) fail(`the ${label}`, shown?.value, is);
  }
  // A hire has no location, and the person of a former employment had another profile.
  const hiredAt = said.findLastIndex(({ type }) => type === "employee.hired");
  const { location } = said.slice(hiredAt + 1).findLast(isMoved)?.data ?? {};
  if (location !== undefined && person.location !== location)
    fail("the location", person.location, location);
  if (person.svc.username !== username)
    fail("the username", person.svc.username, username);

  if (employee.hasExtras && !record) checkExtras();

  const createdAtMs = watch.person(person.id)?.createdAtMs ?? Infinity;
  const statuses = said
    .filter(
      (event) =>
        event.type === "status.set" &&
        event.atMs > createdAtMs &&
        operationOf(event).status === "succeeded",
    )
    .sort((one, other) => one.atMs - other.atMs);
  const text = statuses.at(-1)?.data["text"];
  if (typeof text === "string" && person.status !== text)
    fail("the status", person.status, text);

  /**
   * A new person gets the image and each task. One of them comes twice only by a call that takes effect when nobody waits
   * for its answer any more.
   */
  function checkExtras(): void {
    const images = platform.imagesOf(person.id).length;
    const subjects = platform.tasksOf(person.id).map(({ subject }) => subject);
    const late = platform.lateCalls(`/people/${person.id}/images`);
    if (images < 1 || images > 1 + late)
      fail("the number of images", String(images), "1");
    const isWhole = tasks.every((task) => subjects.includes(task));
    if (
      !isWhole ||
      subjects.length > tasks.length + platform.lateCalls("/tasks")
    )
      fail("the tasks", subjects.join(), tasks.join());
  }
}

/** What the directory shows of its users. */
function recordOf({ user, username, title, department }: Employee) {
  return user && { username, job: title, unit: department };
}

function isMoved({ data }: SaidEvent): boolean {
  return data["location"] !== undefined;
}
