import type { Client } from "../../shared/community/client.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import type { Attempt } from "../../shared/workflow/steps.ts";
import { type Hire, hireSchema } from "./hire.ts";
import type { OnboardingRun } from "./onboarding-run.ts";
import { derivePassword } from "./password.ts";

/** What our store knows of one hire. Steps read it when they need it, because the engine's history must not hold it. */
export type HireRecord = {
  /** The event's data. @throws StepFailure `data-erased` */
  hire: () => Promise<Hire>;
  /**
   * The employee as the store has them now. A step reads it once and hands it to what follows.
   *
   * @param step - the attempt of a step that comes right after a write of this operation. The first one relies on what
   *   that write told, if it was in this invocation
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

/** One hire, with everything that its steps need. */
export type HireRun = OnboardingRun & { record: HireRecord };

/** A hire that has claimed its employee. */
export type ClaimedRun = HireRun & {
  /** An earlier operation may have done some of the steps, so each side effect looks before it acts. */
  wasBegunBefore: boolean;
};

export function openHireRecord(run: OnboardingRun): HireRecord {
  const { operation, store, platformAuth, nowMs, memory } = run;

  async function password({
    passwordSalt,
    saltUntilMs = Number.POSITIVE_INFINITY,
  }: Employee): Promise<string> {
    if (passwordSalt === undefined || saltUntilMs <= nowMs())
      throw new StepFailure("password-erased");
    const keyring = await platformAuth.keyring(passwordSalt);
    return derivePassword(keyring, passwordSalt, run);
  }

  return {
    hire: readEventData(run, hireSchema),

    async employee(step) {
      const written = step?.attempt === 1 ? memory.employee : undefined;
      const employee =
        written ?? (await store.employees.get(operation.employeeId));
      memory.employee = employee;
      const { username, openedAtMs, state = "" } = employee ?? {};
      if (["leaving", "kept", "deleting", "left"].includes(state))
        throw new StepFailure("left-since");
      if (
        employee?.operationId !== operation.id ||
        username === undefined ||
        openedAtMs === undefined
      )
        throw new StepFailure("claim-lost");
      return { ...employee, username, openedAtMs };
    },

    password,

    asPerson: async (employee) =>
      platformAuth.asPerson(employee.username, await password(employee)),
  };
}
