import type { Person } from "../community/person.ts";
import type { LinkedObject } from "../community/resolve-endpoint.ts";
import type { Employee } from "../store/employee.ts";
import { StepFailure } from "../workflow/failure.ts";

/** The refs of a person, by resource name, as our store keeps them. */
export function refsOf({ resources }: Person): Employee["refs"] {
  if (resources === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(resources).flatMap(([name, { ref }]) =>
      ref === undefined ? [] : [[name, ref]],
    ),
  );
}

/**
 * The person of an employee with its refs, for calls that follow them.
 *
 * @throws StepFailure `person-unknown` when no person was created yet
 */
export function personOf({ personID, refs }: Employee): LinkedObject {
  if (personID === undefined) throw new StepFailure("person-unknown");
  if (refs === undefined) return { id: personID };
  const links = Object.entries(refs).map(
    ([name, ref]): [string, { ref: string }] => [name, { ref }],
  );
  return { id: personID, resources: Object.fromEntries(links) };
}
