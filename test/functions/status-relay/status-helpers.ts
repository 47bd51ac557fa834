import { expect } from "vitest";
import { type Company, hireOf } from "../../fixtures/company.ts";

type SendOptions = NonNullable<Parameters<Company["tell"]>[2]>;

/** What tests of the status relay do with a company again and again. */
export function statusHelpersOf(company: () => Company) {
  const personIDOf = async (employeeId: string) =>
    (await company().personOf(employeeId))?.id ?? "";

  return {
    /** Hires somebody; they are active then. */
    hire: async (
      employeeId: string,
      identities?: Record<string, string>,
    ): Promise<void> => {
      const hire = hireOf(employeeId, { identities });
      const { status } = await company().tell("employee.hired", hire);
      expect(status).toBe("succeeded");
    },

    /** Sends `status.set`, and resolves to its operation when nothing runs any more. */
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

    /** What the profile says. */
    shown: async (employeeId: string): Promise<string> =>
      (await company().personOf(employeeId))?.status ?? "",

    /** The activity entries about their status, oldest first. */
    published: async (employeeId: string): Promise<string[]> =>
      company()
        .platform.activitiesOf(await personIDOf(employeeId))
        .map(({ status }) => status),

    /** Somebody types it on the profile itself. */
    typeByHand: async (employeeId: string, status: string): Promise<void> => {
      const { people } = company().platformAuth.service;
      await people.update(await personIDOf(employeeId), (person) => ({
        ...person,
        status,
      }));
    },

    /** Everything that lies in our table, as text. */
    remembered: async (): Promise<string> =>
      JSON.stringify(await company().remembered()),

    /** How many updates of people took effect so far. */
    writes: (): number =>
      company().platform.journal.filter(
        ({ method, path, committed }) =>
          method === "PUT" && path === "/people/{personID}" && committed,
      ).length,
  };
}
