import type { EmployeeState } from "../../shared/store/employee.ts";
import type { EmploymentItem } from "../../shared/store/employments.ts";

/** How the list of employees shows a person. It decides nothing. */
export function stateOf({
  person,
  state,
}: Pick<EmploymentItem, "person" | "state">): EmployeeState {
  switch (person.is) {
    case "none":
      return "expected";
    case "unsure":
      return person.of === "create" ? "onboarding" : state;
    case "enabled":
      return "active";
    case "disabled":
      return person.for === "suspension" ? "suspended" : "leaving";
    case "being-deleted":
      return "deleting";
    case "gone":
      return "left";
  }
}
