import type { Client } from "../../shared/community/client.ts";
import type { AvatarRun } from "../../shared/person/avatar/upload-avatar.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import type { Employee } from "../../shared/store/employee.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";
import type { Adoption } from "./adoption.ts";
import type { OnboardingSettings } from "./config.ts";
import type { Hire } from "./hire.ts";

export type OnboardingDependencies = OnboardingSettings &
  PlatformDependencies &
  Pick<AvatarRun, "readAvatar">;

/** One onboarding, with everything that its steps need. */
export type OnboardingRun = OnboardingDependencies & WorkflowRun;

/** One hire, with everything that its steps need. */
export type HireRun = OnboardingRun & { reader: HireReader };

/** A hire that has claimed its employee. */
export type ClaimedRun = HireRun & {
  /** An earlier operation may have done some of the steps, so each side effect looks before it acts. */
  wasBegunBefore: boolean;
};

/** One adoption, with everything that its steps need. */
export type AdoptionRun = OnboardingRun & {
  /** The event's data. @throws StepFailure `data-erased` */
  adoption: () => Promise<Adoption>;
};

/**
 * Reads one hire from the store: the event's data and the employee. It derives the initial password from the stored
 * salt. Steps read when they need a value, because the engine's history must not hold it.
 */
export type HireReader = {
  /** The event's data. @throws StepFailure `data-erased` */
  hire: () => Promise<Hire>;
  /**
   * The employee as the store has them now. A step reads it once and hands it to what follows.
   *
   * @param step - Pass the attempt if this step directly follows a write of this operation. The first attempt then uses
   *   the employee that the write returned, if the same invocation wrote it. Later attempts read the store
   * @throws StepFailure `left-since` when the person is disabled or deleted, `claim-lost` when another operation has
   *   claimed the employee
   */
  employee: (step?: Attempt) => Promise<ClaimedEmployee>;
  /** The initial password. @throws StepFailure `password-erased` when its salt is gone, or must not be used any more */
  password: (employee: Employee) => Promise<string>;
  /** A client of the platform that signs in as the new person. @throws StepFailure `password-erased` */
  asPerson: (employee: ClaimedEmployee) => Promise<Client>;
};

/** An employee whose generation has been opened. */
export type ClaimedEmployee = Employee & {
  username: string;
  openedAtMs: number;
};
