import type { Platform } from "../../../infra/local/platform/start-platform.ts";
import type { Client } from "../../../shared/community/client.ts";
import { applyChange } from "../../../shared/person/apply-change.ts";
import type {
  ChangeOptions,
  ChangeRun,
} from "../../../shared/person/change-run.ts";
import type { PersonChange } from "../../../shared/person/person-patch.ts";
import { personOwns } from "../../../shared/runtime/settings.ts";
import { hashEmail } from "../../../shared/person/email-hash.ts";
import type { Store } from "../../../shared/store/store.ts";
import { joinAs } from "../../fixtures/community-client.ts";
import { startMs } from "../store/store-for-test.ts";

export const keyring = { "1": "a-master-key" };
const counted = { employees: 0, operations: 0 };

/** Creates an active employee whose person is on the platform. */
export async function addEmployee(
  platform: Platform,
  { employees }: Store,
  fields: Parameters<typeof joinAs>[2] = {},
) {
  const employeeId = `E-${++counted.employees}`;
  const username = `zoe${counted.employees}`;
  const email = `${username}@community.example`;
  const { person } = await joinAs(platform, username, {
    name: { givenName: "Zoe", familyName: "Lind" },
    ...fields,
  });
  await employees.open(employeeId, {
    operationId: "op_hire",
    hiredAtMs: startMs,
    passwordSalt: "1.salt",
    username,
  });
  await employees.recordPerson(employeeId, "op_hire", {
    personID: person.id,
    username,
    emailHash: hashEmail(keyring, email),
    refs: undefined,
  });
  return { employeeId, personID: person.id, username, email };
}

export type ApplyOptions = Partial<ChangeRun> &
  ChangeOptions & {
    atMs?: number;
    effectiveAtMs?: number;
    /** Called for each pause of the workflow. */
    wait?: () => void;
  };

/** Stores an operation that changes a person, and starts it. */
export async function startChange(
  { operations }: Store,
  employeeId: string,
  { atMs = startMs, effectiveAtMs }: ApplyOptions = {},
): Promise<ChangeRun["operation"]> {
  const id = `op_change_${++counted.operations}`;
  await operations.accept({
    id,
    type: "employee.changed",
    caller: "hr",
    employeeId,
    fingerprint: "f",
    eventAtMs: atMs,
    effectiveAtMs,
  });
  return (await operations.start(id, "execution"))!.operation;
}

/**
 * Applies a change as a running operation, and each step once.
 *
 * @param mayHaveRun - whether the first attempt was cut off
 */
export async function applyOnce(
  store: Store,
  client: Client,
  operation: ChangeRun["operation"],
  change: PersonChange,
  { wait = () => undefined, ...options }: ApplyOptions = {},
  mayHaveRun = false,
) {
  const steps: string[] = [];
  const step = (name: string, body: (attempt: object) => unknown) => {
    steps.push(name);
    return body({ attempt: 1, mayHaveRun });
  };
  const run = {
    operation,
    store,
    platformAuth: {
      service: client,
      keyring: async () => keyring,
      serviceUsername: async () => "service",
    },
    steps: { sideEffect: step, idempotent: step },
    context: { wait: async () => wait() },
    protectedUsernames: ["the.boss"],
    nameOrder: "script",
    personOwns: personOwns.default ?? [],
    ...options,
  } as unknown as ChangeRun;
  const applied = await applyChange(run, async () => change, options);
  return { ...applied, steps, id: operation.id };
}
