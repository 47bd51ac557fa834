import { timelineOf } from "../employment/timeline-of.ts";
import { wanted } from "../employment/wanted.ts";
import type { Employee, EmployeeState } from "./employee.ts";

/** How operators see a person. It decides nothing about the employment. */
export function stateOf(item: Employee, nowMs: number): EmployeeState {
  const { person, state, statements } = item;
  const { is, reason } = wanted(timelineOf(statements), nowMs);
  const isKept = is === "disabled" && reason !== "suspension";
  switch (person.is) {
    case "none":
      return is === "deleted" || isKept ? "left" : "expected";
    case "unsure":
      return person.of === "create" ? "onboarding" : state;
    case "created":
      return isKept ? "kept" : "expected";
    case "enabled":
      return "active";
    case "disabled":
      // If the person is to be enabled again, the cause of the disabling tells.
      if ((is === "enabled" ? person.for : reason) === "suspension")
        return "suspended";
      return is === "disabled" ? "kept" : "leaving";
    case "being-deleted":
      return "deleting";
    case "gone":
      return "left";
  }
}
