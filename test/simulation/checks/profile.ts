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
  const { said, username, title } = employee;
  const fail = (field: string, shown: string | undefined, is: string) => {
    throw new InvariantBroken(
      "the profile shows what HR has said last",
      `${field} of ${employee.id} must be ${is}, and is ${shown ?? "not set"}`,
      tell(),
    );
  };
  // A change for a later day is compared after that day, by another employee.
  const isDated = said.some(({ data }) => data["effectiveDate"] !== undefined);
  const shown = person.svc.profile?.find((one) => one.svc_label === "Title");
  if (!isDated && shown?.value !== title)
    fail("the title", shown?.value, title);
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
