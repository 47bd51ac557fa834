import type { WorkflowRun } from "../workflow/create-workflow.ts";
import { changeableStates, type Employee } from "../store/employee.ts";
import { StepFailure } from "../workflow/failure.ts";
import type { AvatarRun } from "./avatar/upload-avatar.ts";
import type { NameOrder } from "./full-name.ts";
import type { ChangeTimes } from "./field-times.ts";

/** One operation that changes a person, with everything that its steps need. */
export type ChangeRun = AvatarRun &
  Pick<WorkflowRun, "steps" | "context"> & {
    /** Usernames of people who must not be changed. */
    protectedUsernames: readonly string[];
    /** Names of fields that belong to the person once they have a value. */
    personOwns: readonly string[];
    /** How given and family name become a full name. @default in the order of their script */
    nameOrder: NameOrder;
  };

export type ChangeOptions = {
  /** When the change counts. @default by the effective time and the time of the event */
  at?: ChangeTimes;
  /**
   * Called before a username or an e-mail address is written. Nothing is written when it fails.
   *
   * @param personID - whom the rename concerns
   */
  beforeRename?: (personID: string) => Promise<void>;
  /** A person who has an avatar keeps it without a warning. @default false */
  keepsAvatar?: boolean;
};

/** An employee whose person can be changed. */
export type ChangeableEmployee = Employee & { personID: string };

/**
 * Reads the employee of a change.
 *
 * @throws StepFailure `employee-busy`, worth another attempt, while the person is being created; `left-since` when the
 *   person is deleted or will not be changed any more
 */
export async function readChangeable({
  operation,
  store,
}: Pick<ChangeRun, "operation" | "store">): Promise<ChangeableEmployee> {
  const employee = await store.employees.get(operation.employeeId);
  if (employee?.state === "onboarding")
    throw new StepFailure("employee-busy", { retryable: true });
  if (!employee || !changeableStates.includes(employee.state))
    throw new StepFailure("left-since");
  const { personID } = employee;
  if (personID === undefined) throw new StepFailure("left-since");
  return { ...employee, personID };
}
