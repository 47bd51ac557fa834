import { expect } from "vitest";
import { type InProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

type SendOptions = NonNullable<Parameters<InProcess["sendAndWait"]>[2]>;

/** What tests of the status relay do with a company again and again. */
export function relayOf(environment: () => InProcess) {
  const personIDOf = async (employeeId: string) =>
    (await environment().personOf(employeeId))?.id ?? "";

  return {
    /** Hires somebody; they are active then. */
    hire: async (
      employeeId: string,
      identities?: Record<string, string>,
    ): Promise<void> => {
      const hire = hireOf(employeeId, { identities });
      const { status } = await environment().sendAndWait(
        "employee.hired",
        hire,
      );
      expect(status).toBe("succeeded");
    },

    /** Sends `status.set`, and resolves to its operation when nothing runs any more. */
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

    /** What the profile says. */
    shown: async (employeeId: string): Promise<string> =>
      (await environment().personOf(employeeId))?.status ?? "",

    /** The activity entries about their status, oldest first. */
    published: async (employeeId: string): Promise<string[]> =>
      environment()
        .platform.activitiesOf(await personIDOf(employeeId))
        .map(({ status }) => status),

    /** Somebody types it on the profile itself. */
    typeByHand: async (employeeId: string, status: string): Promise<void> => {
      const { people } = environment().platformAuth.service;
      await people.update(await personIDOf(employeeId), (person) => ({
        ...person,
        status,
      }));
    },

    /** Everything that lies in our table, as text. */
    storedItems: async (): Promise<string> =>
      JSON.stringify(await environment().storedItems()),

    /** How many updates of people took effect so far. */
    writes: (): number =>
      environment().platform.journal.filter(
        ({ method, path, applied }) =>
          method === "PUT" && path === "/people/{personID}" && applied,
      ).length,
  };
}
