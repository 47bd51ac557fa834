import { expect } from "vitest";
import { type InProcess } from "../../environments/in-process.ts";

type SendOptions = NonNullable<Parameters<InProcess["sendAndWait"]>[2]>;

/** Actions of the status relay tests on a company. */
export function statusHelpersOf(environment: () => InProcess) {
  const personIDOf = async (employeeId: string) =>
    (await environment().personOf(employeeId))?.id ?? "";

  return {
    /** Hires an employee, who is active afterwards. */
    hire: async (
      employeeId: string,
      identities?: Record<string, string>,
    ): Promise<void> => {
      const { status } = await environment().hire(employeeId, { identities });
      expect(status).toBe("succeeded");
    },

    /** Sends `status.set` and resolves to its operation when no workflow runs any more. */
    set: (
      employeeId: string,
      text: string,
      { untilMs, ...options }: SendOptions & { untilMs?: number } = {},
    ) =>
      environment().sendAndWait(
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
      (await environment().personOf(employeeId))?.status ?? "",

    /** The activity entries about the status, oldest first. */
    published: async (employeeId: string): Promise<string[]> =>
      environment()
        .platform.activitiesOf(await personIDOf(employeeId))
        .map(({ status }) => status),

    /** Changes the status on the profile as the person would. */
    typeByHand: async (employeeId: string, status: string): Promise<void> => {
      const { people } = environment().platformAuth.service;
      await people.update(await personIDOf(employeeId), (person) => ({
        ...person,
        status,
      }));
    },

    /** All items of our table, as text. */
    storedItems: async (): Promise<string> =>
      JSON.stringify(await environment().storedItems()),

    /** The number of successful updates of people so far. */
    writes: (): number =>
      environment().platform.journal.filter(
        ({ method, path, applied }) =>
          method === "PUT" && path === "/people/{personID}" && applied,
      ).length,
  };
}
