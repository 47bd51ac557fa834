import type { Settings } from "../../shared/employment/statement.ts";
import type { Employee, EmployeeState } from "../../shared/store/employee.ts";
import { situationOf } from "./look.ts";

/** How operators see a person. It decides nothing about the employment. */
export function stateOf(
  item: Employee,
  settings: Settings,
  nowMs: number,
): EmployeeState {
  const { person, state } = item;
  const { is, reason } = situationOf(item, settings, nowMs).wanted;
  switch (person.is) {
    case "none":
      return is === "deleted" || (is === "disabled" && reason !== "suspension")
        ? "left"
        : "expected";
    case "unsure":
      return person.of === "create" ? "onboarding" : state;
    case "enabled":
      return "active";
    case "disabled":
      if ((is === "enabled" ? person.for : reason) === "suspension")
        return "suspended";
      return is === "disabled" ? "kept" : "leaving";
    case "being-deleted":
      return "deleting";
    case "gone":
      return "left";
  }
}
