import type { Employee, Identity } from "../../shared/store/employee.ts";
import type {
  StartedOperation,
  Warning,
} from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { toStepFailure } from "../../shared/workflow/failure.ts";

/** Ten attempts take up to a quarter of an hour. */
const maxAttemptsToLink = 10;

/** Links identities as best effort: after ten attempts a failure becomes a warning. */
export async function tryToLink(
  {
    operation,
    store,
  }: { operation: Pick<StartedOperation, "employeeId">; store: Store },
  readWanted: () => Promise<Record<string, string> | undefined>,
  attempt: number,
): Promise<Warning[]> {
  try {
    const wanted = await readWanted();
    return await linkIdentities(operation.employeeId, wanted, store);
  } catch (error) {
    const failure = toStepFailure(error);
    if (failure.retryable && attempt < maxAttemptsToLink) throw failure;
    return [{ about: "identities", reason: failure.code }];
  }
}

/**
 * Links the identities of an employee in other systems (`slack`, `teams`, ...). An identity that belongs to another
 * employee stays theirs and becomes a warning. The employee's item names each identity before it is linked, so that
 * offboarding unlinks all of them.
 */
async function linkIdentities(
  employeeId: string,
  wanted: Record<string, string> = {},
  { employees, identities }: Pick<Store, "employees" | "identities">,
): Promise<Warning[]> {
  const all = Object.entries(wanted).map(([kind, id]) => ({ kind, id }));
  const employee = all.length > 0 && (await employees.get(employeeId));
  if (!employee || isBeingErased(employee)) return [];
  const { identities: noted = [] } = employee;
  const added = all.filter((one) => !noted.some(isSameAs(one)));
  if (added.length > 0)
    requireWritten(await employees.noteIdentities(employeeId, employee, added));
  // Identities that were noted before are linked too, because the attempt that noted them may have stopped there.
  const linked = await Promise.all(
    all.map(async ({ kind, id }) => ({
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

function isBeingErased({ state }: Employee): boolean {
  return state === "deleting" || state === "left";
}

function isSameAs(one: Identity) {
  return (other: Identity) => one.kind === other.kind && one.id === other.id;
}
