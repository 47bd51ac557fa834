import type { Person } from "../../shared/community/person.ts";
import { mainEmailOf } from "../../shared/person/person-fields.ts";
import { isSameUsername } from "../../shared/fold-case.ts";
import { type Employee, namesOf } from "../../shared/store/employee.ts";
import type { PlannedRow } from "./plan-row.ts";
import type { Plan } from "./plan.ts";

/** The states of an employee who has a person. */
export const statesWithPerson = ["active", "suspended", "leaving", "kept"];

/** The fields that all plans of a drift share. No caller can have this name. */
export const driftPlan = {
  source: "(drift)",
  origin: "drift",
  isWhole: true,
  phase: "all",
} as const satisfies Partial<Plan>;

/** The caller of the events of a repair. An operator has created the plan, and another operator has approved it. */
export function driftCaller({ createdBy }: Pick<Plan, "createdBy">) {
  return { name: createdBy, scopes: ["adopt"] as const };
}

/**
 * Compares an employee's person with what our store knows: existence, access, username and address. The repair is an
 * adoption: our store learns the names that the person has, and the person gets the access that the rules want.
 *
 * @returns undefined if nothing differs, or if an execution is at work on the person
 */
export function planDrift(
  line: number,
  employeeId: string,
  item: Pick<
    Employee,
    "person" | "personID" | "runner" | "leaseBy" | "username"
  >,
  shown: Person | undefined,
  isKnownEmail: (address: string) => boolean,
  atMs: number,
): PlannedRow | undefined {
  const { person, personID, runner, leaseBy } = item;
  // With `fields`, the person exists, and no answer about the person is missing.
  if (
    !("fields" in person) ||
    personID === undefined ||
    runner ||
    leaseBy !== undefined
  )
    return undefined;
  const conflict = (reason: string, fields: string[] = []): PlannedRow => ({
    row: {
      line,
      employeeId,
      kind: "conflict",
      reason,
      persons: [personID],
      ...(fields.length > 0 && { fields }),
    },
    documents: [],
  });
  if (!shown) return conflict("person-missing");
  const username = shown.svc?.username ?? "";
  const email = mainEmailOf(shown)?.value ?? "";
  const isKnownName = namesOf(item).usernames.some((one) =>
    isSameUsername(one, username),
  );
  const isKnownAddress = isKnownEmail(email);
  const isEnabled = shown.svc?.enabled !== false;
  const fields = [
    ...(isKnownName ? [] : ["/username"]),
    ...(isKnownAddress ? [] : ["/email"]),
    ...(isEnabled === (person.is === "enabled") ? [] : ["/enabled"]),
  ];
  if (fields.length === 0) return undefined;
  // Nothing shows that it is the same person.
  if (!isKnownName && !isKnownAddress)
    return conflict("person-differs", fields);
  const type = "employee.adopted";
  return {
    row: {
      line,
      employeeId,
      kind: "adopt",
      fields,
      persons: [personID],
      events: [type],
    },
    documents: [
      {
        type,
        timestamp: new Date(atMs).toISOString(),
        data: { employeeId, username, email, personID },
      },
    ],
  };
}
