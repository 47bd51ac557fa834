import type { Employee, Identity } from "../../shared/store/employee.ts";
import { isSameIdentity } from "../../shared/store/links.ts";
import type {
  StartedOperation,
  Warning,
} from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import { toStepFailure } from "../../shared/workflow/failure.ts";
import type { HireRun } from "./onboarding-run.ts";

/**
 * Step "link identities": links the identities of a hire once the person is recorded. Until then, a message of such an
 * account is refused like that of a stranger.
 */
export function linkIdentitiesOfHire(run: HireRun): Promise<Warning[]> {
  const readIdentities = async () => (await run.reader.hire()).identities;
  return run.steps.idempotent("link identities", ({ attempt }) =>
    tryToLink(run, readIdentities, attempt),
  );
}

/** Ten attempts take up to a quarter of an hour. */
const maxAttemptsToLink = 10;

/** Links identities as best effort: after ten attempts a failure becomes a warning. */
export async function tryToLink(
  {
    operation,
    store,
  }: {
    operation: Pick<StartedOperation, "type" | "employeeId">;
    store: Store;
  },
  readWanted: () => Promise<Record<string, string> | undefined>,
  attempt: number,
): Promise<Warning[]> {
  try {
    const wanted = await readWanted();
    return await linkIdentities(operation, wanted, store);
  } catch (error) {
    const failure = toStepFailure(error);
    if (failure.retryable && attempt < maxAttemptsToLink) throw failure;
    return [{ about: "identities", reason: failure.code }];
  }
}

/**
 * Links the identities of an employee in other systems (`slack`, `teams`, ...). An identity that belongs to another
 * employee stays theirs and becomes a warning. The employee's item notes each identity before it is linked, so that
 * offboarding unlinks all of them.
 *
 * A hire links only what was noted in the write that recorded the person. A hire that comes again adds nothing, because
 * a chat account could speak for the person then. An adoption adds identities: it proves that it knows the person.
 */
async function linkIdentities(
  { type, employeeId }: Pick<StartedOperation, "type" | "employeeId">,
  wanted: Record<string, string> | undefined,
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
export function identitiesOf(wanted: Record<string, string> = {}): Identity[] {
  return Object.entries(wanted).map(([kind, id]) => ({ kind, id }));
}

function isBeingErased({ state }: Employee): boolean {
  return state === "deleting" || state === "left";
}
