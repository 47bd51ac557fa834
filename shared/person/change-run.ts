import type { Employee } from "../store/employee.ts";
import type { WorkflowRun } from "../workflow/create-workflow.ts";
import type { AvatarRun } from "./avatar/upload-avatar.ts";
import type { NameOrder } from "./full-name.ts";

/** One operation that changes a person, with everything that its steps need. */
export type ChangeRun = AvatarRun &
  Pick<WorkflowRun, "operation" | "steps" | "context"> & {
    /** Usernames of people who must not be changed. */
    protectedUsernames: readonly string[];
    /** Names of fields that belong to the person once they have a value. */
    personOwns: readonly string[];
    /** How given and family name become a full name. */
    nameOrder: NameOrder;
  };

/** An employee whose person can be changed. */
export type ChangeableEmployee = Employee & { personID: string };
