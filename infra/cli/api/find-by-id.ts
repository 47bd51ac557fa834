import type { ShownPlan } from "../../../functions/lists/contract.ts";
import type {
  ShownEmployee,
  ShownOperation,
} from "../../../functions/operations/contract.ts";
import type { ApiClient } from "./client.ts";
import { OperatorsApiError } from "./send-request.ts";

export type FoundById =
  | { kind: "plan"; plan: ShownPlan }
  | { kind: "operation"; operation: ShownOperation }
  | { kind: "employee"; employee: ShownEmployee };

/** Finds the plan, the operation or the employee with an id, or the employee of the person with this id. */
export async function findById(
  { plans, operations, employees }: ApiClient,
  id: string,
): Promise<FoundById | undefined> {
  const plan = id.startsWith("plan_") && (await unlessMissing(plans.get(id)));
  if (plan) return { kind: "plan", plan };
  const operation =
    id.startsWith("op_") && (await unlessMissing(operations.get(id)));
  if (operation) return { kind: "operation", operation };
  let employee = await unlessMissing(employees.get(id));
  if (!employee) {
    const ofPerson = await employees.ofPerson(id);
    employee = ofPerson && (await employees.get(ofPerson.employeeId));
  }
  return employee && { kind: "employee", employee };
}

/** @returns undefined if there is no such thing. The 404 of a gateway that lacks the path is an error */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OperatorsApiError && error.problemType === "not-found")
      return undefined;
    throw error;
  }
}
