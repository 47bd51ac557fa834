import type { StoredPerson } from "../../../infra/local/platform/state/platform-state.ts";
import type { Employee, SaidEvent } from "../company/employee.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import type { PlatformWatch } from "./platform-watch.ts";
import { InvariantBroken } from "./broken.ts";

type Options = {
  employee: Employee;
  person: StoredPerson;
  watch: PlatformWatch;
  operationOf: (event: SaidEvent) => Partial<Operation>;
  tell: () => string[];
};

/**
 * The profile of an enabled person shows the names, the title and the status that HR has said last. It is asked when no
 * operation of the employee is open.
 *
 * @throws InvariantBroken
 */
export function checkProfile(options: Options): void {
  const { employee, person, watch, operationOf, tell } = options;
  const { said, username, title, department } = employee;
  const fields = { Title: title, Department: department };
  const fail = (field: string, shown: string | undefined, is: string) => {
    throw new InvariantBroken(
      "the profile shows what HR has said last",
      `${field} of ${employee.id} must be ${is}, and is ${shown ?? "not set"}`,
      tell(),
    );
  };
  // After a change for a later day, a field that HR has said first can count last.
  const isDated = said.some(({ data }) => data["effectiveDate"] !== undefined);
  for (const [label, is] of isDated ? [] : Object.entries(fields)) {
    const shown = person.svc.profile?.find((one) => one.svc_label === label);
    if (shown?.value !== is) fail(`the ${label}`, shown?.value, is);
  }
  if (person.svc.username !== username)
    fail("the username", person.svc.username, username);

  const createdAtMs = watch.personOf(username)?.createdAtMs ?? Infinity;
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
}
