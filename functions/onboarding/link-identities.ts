import type { Store } from "../../shared/store/store.ts";
import { requireWritten } from "../../shared/store/store-conflict.ts";
import type { Warning } from "../../shared/store/operation.ts";

/**
 * Links who an employee is elsewhere (`slack`, `teams`, ...). One that belongs to somebody else stays theirs. It is noted
 * with the employee first, so that nothing stays linked when they leave.
 */
export async function linkIdentities(
  employeeId: string,
  wanted: Record<string, string> = {},
  { employees, identities }: Pick<Store, "employees" | "identities">,
): Promise<Warning[]> {
  const all = Object.entries(wanted).map(([kind, id]) => ({ kind, id }));
  const employee = all.length > 0 && (await employees.get(employeeId));
  if (!employee) return [];
  const { identities: noted = [] } = employee;
  const added = all.filter((one) => !noted.some(isSame(one)));
  if (added.length > 0)
    requireWritten(await employees.noteIdentities(employeeId, employee, added));
  // Those that were noted before as well: the attempt that noted them may have got no further.
  const linked = await Promise.all(
    all.map(async ({ kind, id }) => ({
      kind,
      isTheirs: await identities.link(kind, id, employeeId),
    })),
  );
  return linked.flatMap(({ kind, isTheirs }) =>
    isTheirs
      ? []
      : [{ about: `/identities/${kind}`, reason: "belongs-to-another" }],
  );
}

type Identity = { kind: string; id: string };

function isSame(one: Identity) {
  return (other: Identity) => one.kind === other.kind && one.id === other.id;
}
