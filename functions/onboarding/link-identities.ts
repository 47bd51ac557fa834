import type { Identities } from "../../shared/lifecycle/identities.ts";
import type { Warning } from "../../shared/lifecycle/operations.ts";
import type { Hire } from "./hire.ts";

/** Links who the hire is elsewhere (`slack`, `teams`, ...). One that belongs to somebody else stays theirs. */
export async function linkIdentities(
  { employeeId, identities: wanted = {} }: Hire,
  identities: Identities,
): Promise<Warning[]> {
  const linked = await Promise.all(
    Object.entries(wanted).map(async ([kind, id]) => ({
      kind,
      isOurs: await identities.link(kind, id, employeeId),
    })),
  );
  return linked.flatMap(({ kind, isOurs }) =>
    isOurs
      ? []
      : [{ about: `/identities/${kind}`, reason: "belongs-to-another" }],
  );
}
