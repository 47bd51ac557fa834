import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { Client } from "../../shared/community/client.ts";
import type { LinkedObject } from "../../shared/community/resolve-endpoint.ts";
import { StepFailure } from "../../shared/workflow/failure.ts";
import type { Employee } from "../../shared/store/employees.ts";
import type { Store } from "../../shared/store/store.ts";
import type { StartedOperation } from "../../shared/store/operation.ts";
import { createMemo } from "../../shared/memo.ts";
import { type Hire, hireSchema } from "./hire.ts";
import { derivePassword, type PasswordPolicy } from "./password.ts";

/**
 * What the steps know of one hire. It is read from our store when a step needs it, for the engine's history must not
 * hold it.
 */
export type HireRecord = ReturnType<typeof openHireRecord>;

/** An employee whose generation has been opened. */
export type ClaimedEmployee = Employee & {
  username: string;
  openedAtMs: number;
};

export function openHireRecord(
  operation: StartedOperation,
  {
    store: { payloads, employees },
    platformAuth,
    passwordPolicy,
  }: {
    store: Store;
    platformAuth: PlatformAuth;
    passwordPolicy: PasswordPolicy;
  },
) {
  const { id, employeeId } = operation;
  const data = createMemo(async (): Promise<Hire> => {
    const found = await payloads.data(operation, hireSchema);
    if (found) return found;
    throw new StepFailure("data-erased");
  });

  /** @throws StepFailure `data-erased` when the event's data is gone */
  const hire = (): Promise<Hire> => data.get();

  async function employee(): Promise<ClaimedEmployee> {
    const found = await employees.get(employeeId);
    const { username, openedAtMs } = found ?? {};
    if (
      found?.operationId === id &&
      username !== undefined &&
      openedAtMs !== undefined
    )
      return { ...found, username, openedAtMs };
    throw new StepFailure("claim-lost");
  }

  async function password({ passwordSalt }: Employee): Promise<string> {
    if (passwordSalt === undefined) throw new StepFailure("password-erased");
    const keyring = await platformAuth.keyring(passwordSalt);
    return derivePassword(keyring, passwordSalt, passwordPolicy);
  }

  return {
    operation,
    hire,
    /** As our table has them now; what follows from it takes it as an argument, so that a step reads it once. */
    employee,
    password,

    /** A client that asks as the new person. */
    asPerson: async (known: ClaimedEmployee): Promise<Client> =>
      platformAuth.asPerson(known.username, await password(known)),
  };
}

/** The person with its links. @throws StepFailure `person-unknown` when nobody was created yet */
export function personOf({ personID, refs }: Employee): LinkedObject {
  if (personID === undefined) throw new StepFailure("person-unknown");
  if (refs === undefined) return { id: personID };
  const links = Object.entries(refs).map(
    ([name, ref]): [string, { ref: string }] => [name, { ref }],
  );
  return { id: personID, resources: Object.fromEntries(links) };
}
