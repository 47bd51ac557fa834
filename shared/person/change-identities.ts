import { isSameIdentity } from "../store/links.ts";
import type { Warning } from "../store/operation.ts";
import type { Lease } from "../store/leases.ts";
import type { ChangeableEmployee, ChangeRun } from "./change-run.ts";
import type { PersonPatch } from "./person-patch.ts";

type Identities = PersonPatch["identities"];

/** The kinds of identities that an event sets or clears, as JSON Pointers into its data. */
export function namedIdentities(
  identities: Identities,
  { identities: known = [] }: Pick<ChangeableEmployee, "identities">,
): string[] {
  if (identities === undefined) return [];
  const kinds =
    identities === null
      ? known.map(({ kind }) => kind)
      : Object.keys(identities);
  const pointers = [...new Set(kinds)].map(pointerOf);
  return identities === null ? ["/identities", ...pointers] : pointers;
}

/**
 * The identities among `current` that the employee does not have yet, or that the event clears, as JSON Pointers. An
 * attempt that stopped may have changed some of them, so the operation notes them before the first write.
 */
export function differingIdentities(
  wanted: Identities,
  employee: Pick<ChangeableEmployee, "identities">,
  current: readonly string[],
): string[] {
  const { identities: known = [] } = employee;
  return kindsOf(wanted, employee, current)
    .filter((kind) => {
      const ofKind = known.filter((one) => one.kind === kind);
      const id = wanted?.[kind] ?? undefined;
      return id === undefined
        ? ofKind.length > 0
        : ofKind.length !== 1 ||
            !ofKind.some((one) => isSameIdentity(one, { kind, id }));
    })
    .map(pointerOf);
}

/**
 * Links the identities that an event names, in place of others of the same kind, and unlinks what it clears. The
 * employee's item names each identity before it is linked, so that the end of the employment unlinks all of them. Only
 * the holder of the lease may.
 *
 * @param employee - as the lease was taken
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

  for (const kind of kindsOf(wanted, employee, current)) {
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
    // The other ones go also if the wanted one belongs to another employee: so two swapped accounts become free.
    const others = listed.filter((one) => one.kind === kind && !isWanted(one));
    for (const one of others)
      await store.identities.unlink(kind, one.id, employeeId);
    if (others.length > 0)
      await noteListed(listed.filter((one) => !others.includes(one)));
  }
  return warnings;
}

/** The kinds of identities among `current` that an event names. `/identities` leads to "", a kind that none has. */
function kindsOf(
  wanted: Identities,
  employee: Pick<ChangeableEmployee, "identities">,
  current: readonly string[],
): string[] {
  return namedIdentities(wanted, employee)
    .filter((pointer) => current.includes(pointer))
    .map((pointer) => pointer.slice(prefix.length));
}

const prefix = "/identities/";

function pointerOf(kind: string): string {
  return prefix + kind;
}
