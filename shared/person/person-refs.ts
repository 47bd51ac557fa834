import type { Person } from "../community/person.ts";
import type { LinkedObject } from "../community/resolve-endpoint.ts";
import type { Employee } from "../store/employee.ts";

/** The refs of a person, by resource name, as our store keeps them. */
export function refsOf({ resources }: Person): Employee["refs"] {
  if (resources === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(resources).flatMap(([name, { ref }]) =>
      ref === undefined ? [] : [[name, ref]],
    ),
  );
}

/** The person of an employee with its refs, for calls that follow them. */
export function personOf({
  personID,
  refs,
}: Pick<Employee, "refs"> & { personID: string }): LinkedObject {
  if (refs === undefined) return { id: personID };
  const links = Object.entries(refs).map(
    ([name, ref]): [string, { ref: string }] => [name, { ref }],
  );
  return { id: personID, resources: Object.fromEntries(links) };
}
