import { expect } from "vitest";
import { type Company, hireOf } from "../../fixtures/company.ts";

type SendOptions = NonNullable<Parameters<Company["tell"]>[2]>;

/** Actions of the status relay tests on a company. */
export function statusHelpersOf(company: () => Company) {
  const personIDOf = async (employeeId: string) =>
    (await company().personOf(employeeId))?.id ?? "";

  return {
    /** Hires an employee, who is active afterwards. */
    hire: async (
      employeeId: string,
      identities?: Record<string, string>,
    ): Promise<void> => {
      const hire = hireOf(employeeId, { identities });
      const { status } = await company().tell("employee.hired", hire);
      expect(status).toBe("succeeded");
    },

    /** Sends `status.set` and resolves to its operation when no workflow runs any more. */
    set: (
      employeeId: string,
      text: string,
      { untilMs, ...options }: SendOptions & { untilMs?: number } = {},
    ) =>
      company().tell(
        "status.set",
        {
          employeeId,
          text,
          ...(untilMs !== undefined && {
            expiresAt: new Date(untilMs).toISOString(),
          }),
        },
        options,
      ),

    /** The status on the profile. */
    shown: async (employeeId: string): Promise<string> =>
      (await company().personOf(employeeId))?.status ?? "",

    /** The activity entries about the status, oldest first. */
    published: async (employeeId: string): Promise<string[]> =>
      company()
        .platform.activitiesOf(await personIDOf(employeeId))
        .map(({ status }) => status),

    /** Changes the status on the profile as the person would. */
    typeByHand: async (employeeId: string, status: string): Promise<void> => {
      const { people } = company().platformAuth.service;
      await people.update(await personIDOf(employeeId), (person) => ({
        ...person,
        status,
      }));
    },

    /** All items of our table, as text. */
    remembered: async (): Promise<string> =>
      JSON.stringify(await company().remembered()),

    /** The number of successful updates of people so far. */
    writes: (): number =>
      company().platform.journal.filter(
        ({ method, path, applied }) =>
          method === "PUT" && path === "/people/{personID}" && applied,
      ).length,
  };
}
