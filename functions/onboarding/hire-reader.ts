import type { Employee } from "../../shared/store/employee.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { hireSchema } from "./hire.ts";
import type { HireReader, OnboardingRun } from "./onboarding-run.ts";
import { derivePassword } from "./password.ts";

export function createHireReader(run: OnboardingRun): HireReader {
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
