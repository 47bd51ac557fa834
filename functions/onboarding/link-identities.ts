import type { Employee, Identity } from "../../shared/store/employee.ts";
import { isSameIdentity } from "../../shared/store/links.ts";
import type {
  StartedOperation,
  Warning,
} from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { settle } from "../../shared/workflow/settle.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/**
 * Step "link identities": links the identities of a hire or an adoption once the person is recorded. Until then, a
 * message of such an account is refused like that of a stranger. Linking is best effort: after ten attempts, a failure
 * becomes a warning.
 */
export async function linkIdentities(
  { operation, store, steps }: OnboardingRun,
  readEvent: () => Promise<{ identities?: WantedIdentities }>,
): Promise<Warning[]> {
  const linked = await settle(
    steps.idempotent("link identities", async () => {
      const { identities } = await readEvent();
      return linkAll(operation, identities, store);
    }),
  );
  return linked.ok
    ? linked.value
    : [{ about: "identities", reason: linked.failure.code }];
}

/** The ids of an employee in other systems, by kind. */
type WantedIdentities = Record<string, string> | undefined;

/**
 * Links the identities of an employee in other systems (`slack`, `teams`, ...). An identity that belongs to another
 * employee stays theirs and becomes a warning. The employee's item notes each identity before it is linked, so that
 * offboarding unlinks all of them.
 *
 * A hire links only what was noted in the write that recorded the person. A hire that comes again adds nothing, because
 * a chat account could speak for the person then. An adoption adds identities: it proves that it knows the person.
 */
async function linkAll(
  { type, employeeId }: StartedOperation,
  wanted: WantedIdentities,
  { employees, identities }: Pick<Store, "employees" | "identities">,
): Promise<Warning[]> {
  const all = identitiesOf(wanted);
  const employee = all.length > 0 && (await employees.get(employeeId));
  if (!employee || isBeingErased(employee)) return [];
  const { identities: noted = [] } = employee;
  const added = all.filter(
    (one) => !noted.some((other) => isSameIdentity(one, other)),
  );
  const isAdding = type === "employee.adopted";
  if (isAdding && added.length > 0)
    requireWritten(await employees.noteIdentities(employeeId, employee, added));
  const toLink = isAdding ? all : all.filter((one) => !added.includes(one));
  // Identities that were noted before are linked too, because the attempt that noted them may have stopped there.
  const linked = await Promise.all(
    toLink.map(async ({ kind, id }) => ({
      kind,
      isLinked: await identities.link(kind, id, employeeId),
    })),
  );
  return linked.flatMap(({ kind, isLinked }) =>
    isLinked
      ? []
      : [{ about: `/identities/${kind}`, reason: "belongs-to-another" }],
  );
}

/** The identities of an event, as the employee's item notes them. */
export function identitiesOf(wanted: WantedIdentities = {}): Identity[] {
  return Object.entries(wanted).map(([kind, id]) => ({ kind, id }));
}

function isBeingErased({ state }: Employee): boolean {
  return state === "deleting" || state === "left";
}
