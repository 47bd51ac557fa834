import { isSameIdentity } from "../store/links.ts";
import type { Warning } from "../store/operation.ts";
import type { Lease } from "../store/leases.ts";
import type { ChangeableEmployee, ChangeRun } from "./change-run.ts";
import type { PersonPatch } from "./person-patch.ts";

type Identities = PersonPatch["identities"];

/** The kinds of identities that an event sets or clears, as JSON Pointers into its data. */
export function namedIdentities(
  identities: Identities,
  employee: Pick<ChangeableEmployee, "identities">,
): string[] {
  const pointers = kindsIn(identities, employee).map(pointerOf);
  return identities === null ? ["/identities", ...pointers] : pointers;
}

/**
 * The identities that the employee does not have yet, or that the event clears, as JSON Pointers. An attempt that
 * stopped may have changed some of them, so the operation notes them before the first write.
 *
 * @param current - the pointers that no newer event has set
 */
export function differingIdentities(
  wanted: Identities,
  employee: Pick<ChangeableEmployee, "identities">,
  current: readonly string[],
): string[] {
  const { identities: known = [] } = employee;
  return kindsToChange(wanted, employee, current)
    .filter((kind) => {
      const ofKind = known.filter((one) => one.kind === kind);
      const id = wanted?.[kind] ?? undefined;
      if (id === undefined) return ofKind.length > 0;
      const [first, ...others] = ofKind;
      const isLinked = first && isSameIdentity(first, { kind, id });
      return !isLinked || others.length > 0;
    })
    .map(pointerOf);
}

/**
 * Links the identities that an event names, in place of others of the same kind, and unlinks what it clears. The
 * employee's item names each identity before it is linked, so that the end of the employment unlinks all of them. Only
 * the holder of the lease may.
 *
 * @param employee - as read when the lease was taken
 * @param current - the pointers that no newer event has set
 * @returns a warning for each identity that belongs to another employee, which stays there. The employee then has none
 *   of its kind
 */
export async function changeIdentities(
  { operation, store }: Pick<ChangeRun, "operation" | "store">,
  lease: Pick<Lease, "note">,
  employee: Pick<ChangeableEmployee, "identities">,
  wanted: Identities,
  current: readonly string[],
): Promise<Warning[]> {
  const { employeeId } = operation;
  const warnings: Warning[] = [];
  let { identities: listed = [] } = employee;

  const noteListed = async (identities: typeof listed): Promise<void> => {
    await lease.note({ set: { identities } });
    listed = identities;
  };

  for (const kind of kindsToChange(wanted, employee, current)) {
    const id = wanted?.[kind] ?? undefined;
    const isWanted = (one: (typeof listed)[number]) =>
      id !== undefined && isSameIdentity(one, { kind, id });
    if (id !== undefined) {
      if (!listed.some(isWanted)) await noteListed([...listed, { kind, id }]);
      if (!(await store.identities.link(kind, id, employeeId))) {
        warnings.push({ about: pointerOf(kind), reason: "belongs-to-another" });
        await noteListed(listed.filter((one) => !isWanted(one)));
      }
    }
    // Also if the wanted one belongs to another employee: else two employees who swapped accounts block each other.
    const others = listed.filter((one) => one.kind === kind && !isWanted(one));
    for (const one of others)
      await store.identities.unlink(kind, one.id, employeeId);
    if (others.length > 0)
      await noteListed(listed.filter((one) => !others.includes(one)));
  }
  return warnings;
}

function kindsToChange(
  wanted: Identities,
  employee: Pick<ChangeableEmployee, "identities">,
  current: readonly string[],
): string[] {
  const kinds = kindsIn(wanted, employee);
  return kinds.filter((kind) => current.includes(pointerOf(kind)));
}

/** The kinds that an event names. `null` names all that the employee has. */
function kindsIn(
  identities: Identities,
  { identities: known = [] }: Pick<ChangeableEmployee, "identities">,
): string[] {
  if (identities !== null) return Object.keys(identities ?? {});
  return [...new Set(known.map(({ kind }) => kind))];
}

function pointerOf(kind: string): string {
  return `/identities/${kind}`;
}
