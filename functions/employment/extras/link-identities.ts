import { isSameIdentity } from "../../../shared/store/links.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import type { RunnerRun } from "../employment-run.ts";
import { identitiesOf, type WantedIdentities } from "./extras.ts";
import { requireEmployed } from "./require-employed.ts";

/**
 * Step "link identities": links the identities of a hire or an adoption in other systems (`slack`, `teams`, ...) once
 * the person is recorded. Until then, a message of such an account is refused like that of a stranger. An identity that
 * belongs to another employee stays theirs and becomes a warning. Linking is best effort: after ten attempts, a failure
 * becomes a warning.
 *
 * Only what the write noted that recorded the person is linked, so that the end of the employment unlinks all of it. A
 * hire that comes again adds nothing, because a chat account could speak for the person then.
 */
export async function linkIdentities(
  run: RunnerRun,
  readEvent: () => Promise<{ identities?: WantedIdentities }>,
): Promise<Warning[]> {
  const { operation, store, steps } = run;
  const { employeeId } = operation;
  const linked = await settle(
    steps.idempotent(run.nameOf("link identities"), async (attempt) => {
      const { identities: wanted } = await readEvent();
      const { identities: noted = [] } = await requireEmployed(run, attempt);
      const toLink = identitiesOf(wanted).filter((one) =>
        noted.some((other) => isSameIdentity(one, other)),
      );
      const warnings = await Promise.all(
        toLink.map(async ({ kind, id }): Promise<Warning[]> => {
          const isLinked = await store.identities.link(kind, id, employeeId);
          if (isLinked) return [];
          return [
            { about: `/identities/${kind}`, reason: "belongs-to-another" },
          ];
        }),
      );
      return warnings.flat();
    }),
  );
  if (linked.ok) return linked.value;
  const { code: reason } = linked.failure;
  return reason === "left-since" ? [] : [{ about: "identities", reason }];
}
